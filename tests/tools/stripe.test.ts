import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startStripe } from "#tests/fakes/stripe.ts";
import { StripeAccount } from "#tests/fakes/stripe-account.ts";
import { aFolder } from "#tests/faults/harness/state-files.ts";
import { API_VERSION, PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { addMonths } from "#tools/local-services/stripe/subscriptions.ts";
import { anyFreePort } from "#tools/ports.ts";
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
  const types: string[] = [];
  let left = refusals;
  const url = await startServer(async (request, response) => {
    const header = String(request.headers["stripe-signature"]);
    const event = await Stripe.webhooks.constructEventAsync(await text(request), header, WEBHOOK_SECRET);
    types.push(event.type);
    response.writeHead(left-- > 0 ? 500 : 200).end();
  });
  return { url, types };
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

it("the clock handles months with fewer than 31 days", () => {
  const time = (text: string) => Date.parse(text) / 1000;
  expect(addMonths(time("2024-01-31T10:00:00Z"), 1)).toBe(time("2024-02-29T10:00:00Z"));
  expect(addMonths(time("2024-01-31T10:00:00Z"), 2)).toBe(time("2024-03-31T10:00:00Z"));
  expect(addMonths(time("2024-12-15T10:00:00Z"), 1)).toBe(time("2025-01-15T10:00:00Z"));
});

it("webhooks are signed, and come again until they are accepted", async () => {
  const { url, types } = await listen(2);
  await subscribe(await openAccount(url));
  await vi.waitFor(() => expect(types).toHaveLength(5), 5_000);
  expect(new Set(types).size).toBe(3);
});

describe("the API", () => {
  it("has the version of the SDK whose types its objects have", () => {
    expect(API_VERSION).toBe(Stripe.API_VERSION);
  });

  it("does a request with the same idempotency key once, and refuses another request with it", async () => {
    const { api } = await openAccount();
    const once = { idempotencyKey: "customer-of-ada" };
    const first = await api.customers.create({ name: "Ada" }, once);
    const again = await api.customers.create({ name: "Ada" }, once);
    expect(again.id).toBe(first.id);
    await expect(api.customers.create({ name: "Grace" }, once)).rejects.toThrow(
      Stripe.errors.StripeIdempotencyError,
    );
  });
});

const KEY = "sk_test_of_the_process";

function start(stateDir: string, port: number, webhookUrl = "http://127.0.0.1:9/webhook") {
  return startLocalService("tools/local-services/stripe/main.ts", {
    PORT: String(port),
    SECRET_KEY: KEY,
    WEBHOOK_SECRET,
    WEBHOOK_URL: webhookUrl,
    STATE_DIR: stateDir,
  });
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

  const { url, types } = await listen();
  const second = await start(stateDir, port, url);
  const after = new StripeAccount(second.origin, KEY);
  const [kept] = (await after.api.subscriptions.list({ customer: customer.id })).data;
  expect(kept?.items.data[0]?.current_period_end).toBe(addMonths(subscription.created, 2));
  expect((await fetch(unpaid.url ?? "")).status).toBe(200);
  await vi.waitFor(() => expect(types).toHaveLength(5), 5_000);
  // Not a file that is just being written: it gets its name when it is whole.
  const whole = (await readdir(join(stateDir, "stripe"))).filter((name) => !name.endsWith(".new"));
  for (const name of whole) {
    expect((await stat(join(stateDir, "stripe", name))).mode & 0o777, name).toBe(0o600);
  }
  expect(second.stdout()).toBe(`ready ${second.origin}`);
});
