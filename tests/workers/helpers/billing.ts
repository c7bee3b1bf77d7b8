import { and, eq } from "drizzle-orm";
import { inject } from "vitest";
import { createId } from "#domain/ids.ts";
import { toMonth } from "#domain/plan.ts";
import { StripeAccount } from "#tests/fakes/stripe-account.ts";
import { PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { StripeClient } from "#workers/billing/stripe-client.ts";
import { sparkLedger } from "#workers/db/schema/index.ts";
import { db } from "./databases.ts";
import { ORIGIN, type Person, TestSite } from "./site.ts";

export const WEBHOOK_SECRET = "whsec_of_the_tests";
export const SUCCESS_URL = `${ORIGIN}/payment/success?session_id={CHECKOUT_SESSION_ID}`;
export const CANCEL_URL = `${ORIGIN}/upgrade`;

export function noLog(): void {}

/** The Worker's own client of an emulated account. */
export function clientFor({ secretKey, url }: StripeAccount): StripeClient {
  const settings = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_PRICE_PREMIUM: [PREMIUM_PRICE_ID],
    STRIPE_API_BASE: url,
    BASE_TIER: "free" as const,
  };
  return new StripeClient(settings, noLog);
}

/** A site with its own emulated Stripe account. */
export class PayingSite extends TestSite {
  readonly stripe: StripeAccount;

  constructor(settings: Record<string, unknown> = {}) {
    const stripe = new StripeAccount(inject("stripeUrl"));
    super({
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_PREMIUM: PREMIUM_PRICE_ID,
      STRIPE_API_BASE: stripe.url,
      ...settings,
    });
    this.stripe = stripe;
  }

  /** A person who has paid, but no webhook has reported it yet. */
  async paidMember(): Promise<{ member: Person; sessionId: string }> {
    const member = await this.consented();
    const { sessionId } = await (await askForCheckout(member)).json<{ sessionId: string }>();
    await this.stripe.pay(sessionId);
    return { member, sessionId };
  }

  /** The same, after the payment is verified. */
  async premiumMember(): Promise<Person> {
    const { member, sessionId } = await this.paidMember();
    const verified = await member.send("POST", "/api/stripe/verify-payment", { sessionId });
    if (verified.status !== 200) throw new Error(await verified.text());
    return member;
  }

  /** The bodies of all webhooks that Stripe would send, the oldest first. */
  async webhookBodies(): Promise<string[]> {
    return (await this.stripe.events()).map((event) => JSON.stringify(event));
  }

  /** Delivers a webhook as Stripe does. */
  async deliver(body: string): Promise<Response> {
    return this.deliverWith(body, await this.sign(body));
  }

  /** `timestamp`: in seconds since 1970. */
  async sign(payload: string, timestamp = Math.floor(Date.now() / 1000)): Promise<string> {
    const { webhooks } = this.stripe.api;
    return webhooks.generateTestHeaderStringAsync({ payload, secret: WEBHOOK_SECRET, timestamp });
  }

  async deliverWith(body: string, signature: string): Promise<Response> {
    return this.fetch("/api/stripe/webhook", {
      method: "POST",
      headers: { "Stripe-Signature": signature, "Content-Type": "application/json" },
      body,
    });
  }
}

/** A site with a person who has paid nothing. */
export async function aMember() {
  const site = new PayingSite();
  return { site, member: await site.consented() };
}

/** A site with a person who has paid, but no webhook has reported it yet. */
export async function aPayer() {
  const site = new PayingSite();
  return { site, ...(await site.paidMember()) };
}

/** A site with a person whose payment is verified. */
export async function aSubscriber() {
  const site = new PayingSite();
  return { site, member: await site.premiumMember() };
}

/** The body of a correct request for a checkout of Premium. */
export function toCheckout({ sub }: Pick<Person, "sub">) {
  const addresses = { successUrl: SUCCESS_URL, cancelUrl: CANCEL_URL };
  return { tier: "PREMIUM", userId: sub, priceId: PREMIUM_PRICE_ID, ...addresses };
}

/** Requests a checkout of Premium; `changes` override the fields of a correct request. */
export function askForCheckout(member: Person, changes: Record<string, unknown> = {}): Promise<Response> {
  const body = { ...toCheckout(member), ...changes };
  return member.send("POST", "/api/stripe/create-checkout-session", body);
}

export async function readTier(member: Person): Promise<string> {
  return (await member.read<{ tier: string }>(`/api/users/${member.sub}`)).tier;
}

/** The charges of a person's for one purpose. */
export function readCharges(userId: string, purpose: (typeof sparkLedger.$inferSelect)["purpose"]) {
  const charges = db.select({ state: sparkLedger.state, sparks: sparkLedger.sparks }).from(sparkLedger);
  return charges.where(and(eq(sparkLedger.userId, userId), eq(sparkLedger.purpose, purpose)));
}

/** Writes a row into the ledger: these Sparks were charged for a picture now, unless `row` says something else. */
export async function addCharge(
  userId: string,
  sparks: number,
  { reservedAt = new Date().toISOString(), ...row }: Partial<typeof sparkLedger.$inferInsert> = {},
): Promise<void> {
  const month = toMonth(new Date(reservedAt));
  const charge = { turnKey: createId(), purpose: "image", state: "charged", month, reservedAt } as const;
  const values = { ...charge, userId, sparks, ...row };
  await db
    .insert(sparkLedger)
    .values(values)
    .onConflictDoUpdate({ target: sparkLedger.turnKey, set: values });
}
