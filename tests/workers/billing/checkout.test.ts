import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { type Around, watchBindings } from "#tests/harness/watched-bindings.ts";
import { OTHER_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { beginDeletion } from "#workers/account-deletion/store.ts";
import { subscriptions, users } from "#workers/db/schema/index.ts";
import {
  aMember,
  aPayer,
  aSubscriber,
  askForCheckout,
  CANCEL_URL,
  PayingSite,
  readTier,
  SUCCESS_URL,
  toCheckout,
} from "../helpers/billing.ts";
import { db, replaceDatabases } from "../helpers/databases.ts";
import { describeAnswer, failureAnswer, ORIGIN, type Person, TestSite, watchLog } from "../helpers/site.ts";

const UNAVAILABLE = failureAnswer({
  code: "PAYMENT_UNAVAILABLE",
  message: "The card payment provider is not loaded yet. Please try again.",
});

async function openCheckout(...asked: Parameters<typeof askForCheckout>) {
  return (await askForCheckout(...asked)).json<{ sessionId: string; url: string }>();
}

function openPortal(member: Person, change: Record<string, unknown> = {}): Promise<Response> {
  const asked = { userId: member.sub, returnUrl: `${ORIGIN}/settings`, ...change };
  return member.send("POST", "/api/stripe/create-portal-session", asked);
}

const verify = (member: Person, sessionId: string) =>
  member.send("POST", "/api/stripe/verify-payment", { sessionId });

describe("a checkout", () => {
  it("is opened at Stripe for the caller, for our price, and leads back to us", async () => {
    const { site, member } = await aMember();
    const { sessionId, url } = await openCheckout(member);
    expect(url).toBe(`${site.stripe.url}/c/pay/${sessionId}`);
    const session = await site.stripe.api.checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({
      mode: "subscription",
      client_reference_id: member.sub,
      success_url: SUCCESS_URL,
      cancel_url: CANCEL_URL,
      amount_total: 999,
    });
    const customer = await site.stripe.api.customers.retrieve(String(session.customer));
    expect(customer).toMatchObject({ name: "Ada Lovelace", metadata: { userId: member.sub } });
    expect(await readTier(member)).toBe("free");
  });

  it("requested again is the same one, with the same customer", async () => {
    const { site, member } = await aMember();
    const first = await openCheckout(member);
    expect(await openCheckout(member)).toEqual(first);

    const other = await openCheckout(member, { cancelUrl: `${ORIGIN}/settings` });
    expect(other.sessionId).not.toBe(first.sessionId);
    const { data } = await site.stripe.api.checkout.sessions.list();
    expect(data.map(({ id, status }) => [id, status])).toEqual([
      [other.sessionId, "open"],
      [first.sessionId, "expired"],
    ]);
    expect(new Set(data.map(({ customer }) => customer)).size).toBe(1);
  });

  it("requested many times at the same time, in different ways, is opened once; the others are told so", async () => {
    const { site, member } = await aMember();
    const ways = ["/upgrade", "/settings", "/home", "/upgrade"].flatMap((way) => [way, way, way]);
    const answers = await Promise.all(
      ways.map((way) => askForCheckout(member, { cancelUrl: `${ORIGIN}${way}` })),
    );
    const codes = await Promise.all(
      answers.map(async (answer) => (await answer.json<{ code?: string }>()).code),
    );
    expect(codes.filter((code) => code === undefined).length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set([undefined, "CHECKOUT_UNDER_WAY"]));
    const { data } = await site.stripe.api.checkout.sessions.list();
    expect(data).toHaveLength(codes.filter((code) => code === undefined).length);
    expect(data.filter(({ status }) => status === "open")).toHaveLength(1);
    expect(new Set(data.map(({ customer }) => customer)).size).toBe(1);
    expect((await askForCheckout(member)).status).toBe(200);
  });

  it("that a crash has ended keeps nobody out for longer than a minute", async () => {
    const { member } = await aMember();
    const mark = (ms: number) =>
      db
        .update(users)
        .set({ checkoutBegunAt: new Date(Date.now() - ms).toISOString() })
        .where(eq(users.id, member.sub));
    await mark(50_000);
    expect((await askForCheckout(member)).status).toBe(409);
    await mark(61_000);
    expect((await askForCheckout(member)).status).toBe(200);
  });

  it("makes a new customer when somebody has deleted them at Stripe", async () => {
    const { site, member } = await aMember();
    await askForCheckout(member);
    await db
      .update(subscriptions)
      .set({ customerId: `cus_gone${crypto.randomUUID()}`, checkoutSessionId: null })
      .where(eq(subscriptions.userId, member.sub));
    const { sessionId } = await openCheckout(member);
    await site.stripe.pay(sessionId);
    expect((await verify(member, sessionId)).status).toBe(200);
  });

  it("is not opened when the person's account is deleted meanwhile: nobody pays for an account that is gone", async () => {
    const site = new PayingSite();
    const member = await site.consented();
    let isDeleted = false;
    const around: Around = async (_, call) => {
      if (!isDeleted && (await site.stripe.api.checkout.sessions.list()).data.length > 0) {
        isDeleted = true;
        const requestedAt = new Date().toISOString();
        await beginDeletion(db, { id: createId(), userId: member.sub, requestedAt });
      }
      return call();
    };
    const watched = new TestSite({
      ...site.env,
      ...watchBindings(
        replaceDatabases((database) => database),
        around,
      ),
    });
    const browser = watched.browser(member.cookies);
    const answer = await browser.send("POST", "/api/stripe/create-checkout-session", toCheckout(member));
    expect([isDeleted, answer.status]).toEqual([true, 502]);
    const { data } = await site.stripe.api.checkout.sessions.list();
    expect(data.filter(({ status }) => status === "open")).toEqual([]);
  });

  it("of a person whose account is new again has a customer of its own: the end of the old one cancels what the old customer pays for", async () => {
    const { site, member } = await aMember();
    await openCheckout(member);
    await db.delete(subscriptions).where(eq(subscriptions.userId, member.sub));
    await openCheckout(member);
    const { data } = await site.stripe.api.checkout.sessions.list();
    expect(new Set(data.map(({ customer }) => customer)).size).toBe(2);
  });

  it("is not opened for a person who has Premium, even if no webhook has reported it", async () => {
    const { site, member } = await aPayer();
    expect(await describeAnswer(askForCheckout(member))).toBe("409 ALREADY_SUBSCRIBED");
    expect(await readTier(member)).toBe("premium");
    expect((await askForCheckout(member)).status).toBe(409);
    expect((await site.stripe.api.subscriptions.list()).data).toHaveLength(1);
  });

  it("can be begun again after the subscription has ended unheard", async () => {
    const { site, member } = await aSubscriber();
    const [subscription] = (await site.stripe.api.subscriptions.list()).data;
    await site.stripe.api.subscriptions.cancel(String(subscription?.id));
    expect((await askForCheckout(member)).status).toBe(200);
    expect(await readTier(member)).toBe("free");
  });

  it.each([
    [{ tier: "STANDARD" }, 400, "Selected tier not found"],
    [{ tier: "premium" }, 400, "Selected tier not found"],
    [{ tier: undefined }, 400, "Selected tier not found"],
    [{ tier: "PROFESSIONAL" }, 400, "Price ID not configured for PROFESSIONAL tier"],
    [{ priceId: OTHER_PRICE_ID }, 400, "Price ID not configured for PREMIUM tier"],
    [{ priceId: undefined }, 400, "Price ID not configured for PREMIUM tier"],
    [{ userId: undefined }, 400, "User ID not found"],
    [{ userId: "auth0|somebody-else" }, 404, "Not found."],
    [
      { successUrl: "https://elsewhere.example/?s={CHECKOUT_SESSION_ID}" },
      400,
      "This address is not on Talespark.",
    ],
    [
      { successUrl: `${ORIGIN}.elsewhere.example/{CHECKOUT_SESSION_ID}` },
      400,
      "This address is not on Talespark.",
    ],
    [{ cancelUrl: `${ORIGIN}@elsewhere.example/` }, 400, "This address is not on Talespark."],
    [{ cancelUrl: "javascript:alert(1)" }, 400, "This address is not on Talespark."],
    [{ cancelUrl: `${ORIGIN}:8443/` }, 400, "This address is not on Talespark."],
    [{ successUrl: `${ORIGIN}/done` }, 400, expect.any(String)], // without the session's id
  ])("with %o is refused: %i %s", async (changes, status, message) => {
    const site = new PayingSite();
    const response = await askForCheckout(await site.consented(), changes);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ message })]);
    expect((await site.stripe.api.checkout.sessions.list()).data).toEqual([]);
  });
});

it("a payment provider that is not there affects nothing else, and returns its error", async () => {
  const site = new TestSite();
  const member = await site.consented();
  for (const response of [
    await askForCheckout(member),
    await openPortal(member),
    await verify(member, "cs_test_x"),
  ]) {
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual(UNAVAILABLE);
  }
  expect((await site.fetch("/api/stripe/webhook", { method: "POST", body: "{}" })).status).toBe(503);
});

it.each([[500], ["drop"], ["odd"]] as const)(
  "a payment provider that is not there fails with its sentence when Stripe answers %s, and without a secret in the log",
  async (kind) => {
    const log = watchLog();
    const { site, member } = await aMember();
    await site.stripe.fail("/v1/customers", kind, kind === "odd" ? 1 : 3); // the SDK tries three times
    const response = await askForCheckout(member);
    const lines = log.texts.join("\n");
    log.restore();
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual(UNAVAILABLE);
    expect(lines).toContain("stripe.");
    expect(lines).not.toContain(site.stripe.secretKey);
    expect((await askForCheckout(member)).status).toBe(200);
  },
);

it("verifying a payment gives Premium at once, also when repeated", async () => {
  const { member, sessionId } = await aPayer();
  expect(await readTier(member)).toBe("free");
  for (let times = 0; times < 2; times++) {
    const response = await verify(member, sessionId);
    expect([response.status, await response.json()]).toEqual([200, { sessionId, tier: "premium" }]);
  }
  expect(await readTier(member)).toBe("premium");
});

it("verifying a payment of a page that was left open gives nothing", async () => {
  const { member } = await aMember();
  const { sessionId } = await openCheckout(member);
  expect(await describeAnswer(verify(member, sessionId))).toBe("402 PAYMENT_NOT_COMPLETED");
  expect(await readTier(member)).toBe("free");
});

it("verifying a payment fails equally for another person's session and for a missing one", async () => {
  const { site, sessionId } = await aPayer();
  const other = (await site.paidMember()).member;
  for (const id of [sessionId, "cs_test_nothing", "../customers/cus_1", "x", "\ud800"])
    expect(await describeAnswer(verify(other, id)), JSON.stringify(id)).toBe("404 PAYMENT_NOT_FOUND");
  expect(await readTier(other)).toBe("free");
  const none = await other.send("POST", "/api/stripe/verify-payment", {});
  expect(await none.json()).toMatchObject({ message: "No session ID found" });
});

it("verifying a payment of another product's price gives nothing", async () => {
  const { site, member } = await aMember();
  const first = await openCheckout(member);
  const { customer } = await site.stripe.api.checkout.sessions.retrieve(first.sessionId);
  const session = await site.stripe.api.checkout.sessions.create({
    mode: "subscription",
    customer: String(customer),
    client_reference_id: member.sub,
    line_items: [{ price: OTHER_PRICE_ID, quantity: 1 }],
    success_url: SUCCESS_URL,
  });
  await site.stripe.pay(session.id);
  expect((await verify(member, session.id)).status).toBe(402);
  expect(await readTier(member)).toBe("free");
});

it("the billing portal is opened for the caller's customer and leads back to us", async () => {
  const { site, member } = await aSubscriber();
  const ask = (change?: Record<string, unknown>) => openPortal(member, change);
  const { url } = await (await ask()).json<{ url: string }>();
  expect(url).toMatch(`${site.stripe.url}/p/session/bps_`);
  expect((await ask({ returnUrl: "https://elsewhere.example/" })).status).toBe(400);
  expect((await ask({ userId: "auth0|somebody-else" })).status).toBe(404);
  expect(await (await ask({ userId: "" })).json()).toMatchObject({ message: "User ID not found" });
  await site.stripe.fail("/v1/billing_portal/sessions", 400);
  const failed = await ask();
  expect([failed.status, await failed.json()]).toEqual([
    502,
    failureAnswer({ code: "PORTAL_FAILED", message: "Failed to open customer portal" }),
  ]);
});

it("the billing portal needs a person who has begun a checkout", async () => {
  const { member } = await aMember();
  expect(await describeAnswer(openPortal(member))).toBe("409 NO_SUBSCRIPTION");
});
