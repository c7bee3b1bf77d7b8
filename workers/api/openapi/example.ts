import type { JsonSchema } from "@valibot/to-json-schema";
import { ERRORS, type ErrorCode } from "#domain/errors.ts";
import fields from "./fields.json" with { type: "json" };
import { findComponents } from "./json-schemas.ts";

/** Examples of fields by name. */
const FIELD_EXAMPLES: Readonly<Record<string, string>> = fields.examples;

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Makes an example value for a schema, always the same one. `field`: the name of the field that has it. */
export function makeExample(schema: JsonSchema | boolean, field = ""): Json {
  if (typeof schema === "boolean") return null;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace("#/components/schemas/", "");
    return makeExample(findComponents()[name] ?? true, field);
  }
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.default)) return schema.default;
  const wanted = FIELD_EXAMPLES[field];
  if (schema.enum) return schema.enum.find((option) => option === wanted) ?? schema.enum[0] ?? null;
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => makeExample(part, field)));
  }
  const [first] = schema.anyOf ?? [];
  if (first !== undefined && schema.type === undefined) return makeExample(first, field);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, makeExample(inner, name)]),
      );
    case "array":
      return makeItems(schema, field);
    case "string":
      return schema.format === "date-time" ? "2026-01-15T09:30:00.000Z" : String(wanted ?? "…");
    case "integer":
    case "number":
      return typeof schema.default === "number" ? schema.default : Math.max(schema.minimum ?? 0, 1);
    case "boolean":
      return schema.default === true;
    default:
      return null;
  }
}

function makeItems(schema: JsonSchema, field: string): Json[] {
  if (schema.prefixItems) return schema.prefixItems.map((item, index) => makeExample(item, `${index}`));
  if (schema.items === undefined || Array.isArray(schema.items)) return [];
  return [makeExample(schema.items, TAGS[field] ?? field)];
}

/** For fields that are lists of texts: the field whose example the items use. */
const TAGS: Readonly<Record<string, string>> = {
  quirks: "personality",
  interests: "search",
  storyIds: "storyId",
};

/** The body of a failed call. */
export function makeErrorExample(code: ErrorCode) {
  const { message } = ERRORS[code];
  return { error: { code, message, requestId: "8f0c2a4b6d1e3f57-FRA" }, code, message };
}
