import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type Stripe from "stripe";
import * as v from "valibot";
import { afterEach, expect, it, vi } from "vitest";
import { startStripe } from "#tests/fakes/stripe.ts";
import { StripeAccount } from "#tests/fakes/stripe-account.ts";
import { PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { anyFreePort } from "#tools/ports.ts";
import { StripeClient } from "#workers/billing/stripe.ts";
import { type Exchange, StripeDescription } from "./stripe-description.ts";

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

it("a parameter, a value and an answer that Stripe does not have are found", () => {
  const exchange = {
    method: "POST",
    url: new URL("https://api.stripe.com/v1/customers"),
    form: "email=ada%40example.com&colour=blue&metadata[a]=b",
    status: 200,
    answer: { object: "customer", id: 12, created: 1, livemode: false, default_source: null, shipping: null },
  };

  expect(description.version).toBe("2024-04-10");
  expect(description.findFaults(exchange)).toEqual([
    "sent: /colour must NOT have additional properties",
    "/id must be string",
  ]);
  expect(
    description.findFaults({ ...exchange, url: new URL("https://api.stripe.com/v1/costumers") }),
  ).toEqual(["POST /v1/costumers is no call of Stripe's"]);
  expect(description.findFaultsOfObject("price", { object: "prize" })).toContain(
    "/object must be equal to one of the allowed values",
  );
});
