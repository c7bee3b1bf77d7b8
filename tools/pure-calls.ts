import type { Plugin } from "vite";

/** Functions of valibot that make a schema or a part of one. Those that read a value, such as `parse`, must not be here. */
const SCHEMA_FUNCTIONS = [
  "array",
  "boolean",
  "check",
  "fallback",
  "forward",
  "includes",
  "integer",
  "isoTimestamp",
  "literal",
  "looseObject",
  "maxLength",
  "metadata",
  "minLength",
  "minValue",
  "nonEmpty",
  "null",
  "nullable",
  "nullish",
  "number",
  "object",
  "optional",
  "parseJson",
  "picklist",
  "pipe",
  "rawCheck",
  "readonly",
  "record",
  "regex",
  "string",
  "transform",
  "trim",
  "tuple",
  "union",
  "unknown",
  "url",
  "variant",
] as const;

/** The functions of `domain/` that make schemas with them. */
const OWN_FUNCTIONS = [
  "boundedText",
  "choicesFrom",
  "frameSchema",
  "tagsSchema",
  "tagsSoFar",
  "textSoFar",
  "traitSchema",
];

const CALL = new RegExp(
  `(?<![\\w$.]|function )(?:v\\.(?:${SCHEMA_FUNCTIONS.join("|")})|${OWN_FUNCTIONS.join("|")})\\(`,
  "g",
);
const OWN_FILE = /\/(?:app|domain)\/[^?]*\.tsx?$/;

/** Marks the calls that make a schema: the bundler drops those whose result nothing uses. */
export function markPureCalls(code: string): string {
  return code.replace(CALL, "/* @__PURE__ */ $&");
}

/**
 * For the client's build. The bundler does not know that a call through a namespace (`v.object(…)`) has no effect, so a page that uses
 * one schema of a file gets all of them, also those that only the server reads: 1.3 kB of the reading page.
 */
export function pureCalls(): Plugin {
  return {
    name: "pure-calls",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: (code, id) => (OWN_FILE.test(id) ? { code: markPureCalls(code), map: null } : null),
  };
}
