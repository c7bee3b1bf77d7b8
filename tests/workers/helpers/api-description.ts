import { type Schema, Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "@valibot/to-json-schema";
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
    return known;
  });
}

/** A copy that allows no fields beyond the described ones. */
function close(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (inner) => {
    const isClosable = inner.properties !== undefined && inner.additionalProperties === undefined;
    return isClosable || inner.allOf ? { ...inner, unevaluatedProperties: false } : inner;
  });
}

/** A copy with `change` made to every schema inside, from the outside in. The parts of `allOf` are only looked into. */
function mapSchema(
  schema: JsonSchema,
  change: (schema: JsonSchema) => JsonSchema,
  isPart = false,
): JsonSchema {
  const changed = isPart && schema.$ref === undefined ? schema : change(schema);
  const inside = (inner: JsonSchema | boolean, part = false) =>
    typeof inner === "boolean" ? inner : mapSchema(inner, change, part);
  const copy = { ...changed };
  const { properties, items, additionalProperties, anyOf, allOf } = changed;
  if (properties) {
    copy.properties = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, inside(field)]),
    );
  }
  if (items !== undefined && !Array.isArray(items)) copy.items = inside(items);
  if (additionalProperties !== undefined) copy.additionalProperties = inside(additionalProperties);
  if (anyOf) copy.anyOf = anyOf.map((option) => inside(option));
  if (allOf) copy.allOf = allOf.map((part) => inside(part, true));
  return copy;
}
