import { inject } from "vitest";
import { StripeAccount } from "#tests/fakes/stripe-account.ts";
import { PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { StripeClient } from "#workers/billing/stripe-client.ts";
import { ORIGIN, type Person, TestSite } from "./site.ts";

export const WEBHOOK_SECRET = "whsec_of_the_tests";
export const SUCCESS_URL = `${ORIGIN}/payment/success?session_id={CHECKOUT_SESSION_ID}`;
export const CANCEL_URL = `${ORIGIN}/upgrade`;

export function noLog(): void {}

/** The Worker's own client of an emulated account. */
export function clientFor({ secretKey, url }: StripeAccount): StripeClient {
  const settings = {
    secretKey,
    webhookSecret: WEBHOOK_SECRET,
    premiumPrices: [PREMIUM_PRICE_ID],
    apiBase: url,
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

  /** Delivers a webhook as Stripe does: signed now, or `secondsAgo`. */
  async deliver(
    body: string,
    { secret = WEBHOOK_SECRET, secondsAgo = 0 }: { secret?: string; secondsAgo?: number } = {},
  ): Promise<Response> {
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
    return this.deliverWith(body, await this.sign(body, secret, timestamp));
  }

  async sign(body: string, secret: string, timestamp: number): Promise<string> {
    return this.stripe.api.webhooks.generateTestHeaderStringAsync({ payload: body, secret, timestamp });
  }

  async deliverWith(body: string, signature: string): Promise<Response> {
    return this.fetch("/api/stripe/webhook", {
      method: "POST",
      headers: { "Stripe-Signature": signature, "Content-Type": "application/json" },
      body,
    });
  }
}

/** Requests a checkout of Premium; `changes` override the fields of a correct request. */
export function askForCheckout(member: Person, changes: Record<string, unknown> = {}): Promise<Response> {
  return member.send("POST", "/api/stripe/create-checkout-session", {
    tier: "PREMIUM",
    userId: member.sub,
    priceId: PREMIUM_PRICE_ID,
    successUrl: SUCCESS_URL,
    cancelUrl: CANCEL_URL,
    ...changes,
  });
}

export async function readTier(member: Person): Promise<string> {
  const response = await member.get(`/api/users/${encodeURIComponent(member.sub)}`);
  const { tier } = await response.json<{ tier: string }>();
  return tier;
}
