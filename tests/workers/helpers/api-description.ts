import { type Schema, Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "@valibot/to-json-schema";
import { createRandom, pick } from "#tests/harness/seeded-random.ts";
import { describeApi } from "#workers/api/areas.ts";
import type { OpenApiOperation, OpenApiResponse } from "#workers/api/openapi/document.ts";

const { paths, components } = describeApi();

/** An operation of the document with its place in it. */
export type Described = OpenApiOperation & { call: string; method: string; path: string };

export const OPERATIONS: readonly Described[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([name, operation]) => {
    const method = name.toUpperCase();
    return { ...operation, method, path, call: `${method} ${path}` };
  }),
);

/** The description of the answer with this status. Throws if the document has none. */
export function findResponse(operation: Described, status: number): OpenApiResponse {
  const response = operation.responses[status];
  if (response === undefined) throw new Error(`${operation.call} does not document ${status}.`);
  if (!("$ref" in response)) return response;
  const shared = components.responses[response.$ref.replace("#/components/responses/", "")];
  if (shared === undefined) throw new Error(`${response.$ref} is missing.`);
  return shared;
}

/** The codes of a failure with this status. */
export function findCodes(operation: Described, status: number): unknown[] {
  if (operation.responses[status] === undefined) return [];
  const { content } = findResponse(operation, status);
  return (content?.["application/json"]?.schema.allOf ?? []).flatMap((part) => {
    const code = typeof part === "object" ? part.properties?.["code"] : undefined;
    return typeof code === "object" ? (code.enum ?? []) : [];
  });
}

/** The schema of a JSON body, without references; `null` for a call without one. */
export function findBodySchema({ requestBody }: Described): JsonSchema | null {
  const schema = requestBody?.content["application/json"]?.schema;
  return schema?.type === "object" ? resolve(schema) : null;
}

/**
 * Faults of an answer: its status, its type or its body is not what the document says, or the body has a field that the
 * document does not have.
 */
export async function findFaults(operation: Described, answer: Response): Promise<string[]> {
  const { content } = findResponse(operation, answer.status);
  const [type = ""] = (answer.headers.get("Content-Type") ?? "").split(";");
  const text = await answer.text();
  if (content === undefined) return text === "" ? [] : [`${answer.status} has a body`];
  const described = content[type];
  if (described === undefined) return [`${answer.status} is ${type || "of no type"}`];
  if (type !== "application/json") return [];
  const schema = toValidatorSchema(close(resolve(described.schema)));
  const { errors } = new Validator(schema, "2020-12", false).validate(JSON.parse(text));
  return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

/** Both libraries have their own types of JSON Schema, with small differences. The JSON is the same. */
function toValidatorSchema(schema: JsonSchema): Schema {
  return JSON.parse(JSON.stringify(schema));
}

/** A copy in which every reference is replaced by what it stands for. No schema contains itself. */
function resolve(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (inner) => {
    if (inner.$ref === undefined) return inner;
    const { [inner.$ref.replace("#/components/schemas/", "")]: known } = components.schemas;
    if (known === undefined) throw new Error(`${inner.$ref} is missing.`);
    return resolve(known);
  });
}

/** A copy that allows no fields beyond the described ones. */
function close(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, ({ allOf, ...inner }) => {
    const isClosable = inner.properties !== undefined && inner.additionalProperties === undefined;
    if (allOf === undefined) return isClosable ? { ...inner, unevaluatedProperties: false } : inner;
    // The whole is closed, not its parts.
    const parts = allOf.map((part) => ({ ...Object(part), unevaluatedProperties: undefined }));
    return { ...inner, allOf: parts, unevaluatedProperties: false };
  });
}

/** A copy with `change` made to every schema inside, from the inside out. No field of the API is called like a word of schemas. */
function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? change(value) : value,
  );
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Which fields are generated. `fewest`: only the required ones; `all`: every one; a number: a random choice with this seed. */
export type Manner = "fewest" | "all" | number;

/** Texts that a person may type. The longer ones are cut to a field's limit. */
const TEXTS = [
  "The radio reads out the name of a boat that was lost years ago.",
  "Жила-была смотрительница маяка, и море ей отвечало по ночам.",
  "灯台守は夜ごとに海の声を聞き、名前を一つずつ書き留めていた。彼女はそれを誰にも話さなかった。",
  'Quotes " and \\ backslashes, <b>tags</b>, {{templates}} and \n lines.',
  "Straße, naïve café, ½ of a 👩‍🚀 and a flag 🏴‍☠️ in one sentence.",
];

/** Values that fit a JSON schema without references. */
export class Generator {
  readonly #manner: Manner;
  readonly #random: () => number;

  constructor(manner: Manner) {
    this.#manner = manner;
    this.#random = createRandom(typeof manner === "number" ? manner : 1);
  }

  value(schema: JsonSchema | boolean): Json {
    if (typeof schema === "boolean") return null;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return this.#pick(schema.enum);
    if (schema.anyOf && schema.type === undefined) return this.value(this.#pick(schema.anyOf));
    switch (schema.type) {
      case "object":
        return this.#object(schema);
      case "array":
        return this.#array(schema);
      case "string":
        return this.#text(schema);
      case "integer":
      case "number":
        return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, this.#below(100)));
      case "boolean":
        return this.#below(2) === 1;
      default:
        return null;
    }
  }

  #object({ properties = {}, required = [] }: JsonSchema): Json {
    const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || this.#isWanted());
    return Object.fromEntries(chosen.map(([name, inner]) => [name, this.value(inner)]));
  }

  #array({ items, enum: options, minItems = 0, maxItems = 3 }: JsonSchema): Json[] {
    if (items === undefined || typeof items === "boolean" || Array.isArray(items) || options) return [];
    const count = Math.max(minItems, this.#manner === "fewest" ? 0 : this.#below(maxItems + 1));
    // Lists of options allow each only once.
    const all = items.enum ?? Array.from({ length: count }, () => this.value(items));
    return [...new Set(all)].slice(0, count);
  }

  #text({ format, pattern, minLength = 0, maxLength = 60, anyOf = [] }: JsonSchema): string {
    if (format === "uri") return "https://talespark.test/somewhere";
    if (format === "date-time") return "2026-01-15T09:30:00.000Z";
    if (pattern !== undefined) return crypto.randomUUID();
    const lengths = anyOf.map((part) => (typeof part === "object" ? (part.minLength ?? 0) : 0));
    const least = Math.max(minLength, ...lengths, 1);
    const most = Math.min(maxLength, least + this.#below(60));
    const characters = [...this.#pick(TEXTS).repeat(Math.ceil(most / 20))].slice(0, most);
    // The product trims a text before it measures it, so the ends must not be spaces.
    return characters.join("").trim().padEnd(least, "x");
  }

  #isWanted(): boolean {
    return this.#manner === "all" || (this.#manner !== "fewest" && this.#below(2) === 1);
  }

  #pick<Item>(options: readonly Item[]): Item {
    return pick(this.#manner === "fewest" ? () => 0 : this.#random, options);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
