import {
  type CreateCheckoutSession,
  type CreatePortalSession,
  findNextMonth,
  type SparkBalance,
  type SubscriptionRecord,
  type VerifiedPayment,
} from "#domain/billing.ts";
import { AppError } from "#domain/errors.ts";
import { PLAN_LIMITS, toMonth } from "#domain/plan.ts";
import type { AccountService } from "../accounts/service.ts";
import type { AccountCaller } from "../auth/caller.ts";
import type { Database } from "../db/client.ts";
import type { Log } from "../logging.ts";
import { refreshSubscription } from "./refresh.ts";
import { sparksUsed } from "./store.ts";
import { CustomerGone, type StripeCheckoutSession, type StripeClient } from "./stripe.ts";
import { isLive, toSubscriptionRecord } from "./subscription.ts";
import {
  ensureCustomer,
  findSubscription,
  replaceCustomer,
  type SubscriptionRow,
  storeCheckout,
} from "./subscription-store.ts";
import { handleWebhook } from "./webhook.ts";

type BillingServiceParts = {
  caller: AccountCaller | null;
  accounts: AccountService;
  db: Database;
  /** Sees everything that was written. Stripe brings no bookmark, and an event that finds no customer would be lost. */
  primary: () => Database;
  /** `null`: this deployment takes no payments. */
  stripe: StripeClient | null;
  /** Where this site is served: no address that a person is led back to may be elsewhere. */
  origin: string;
  now: () => Date;
  log: Log;
};

/** Tries to agree with another request of the same person about which checkout page is open. */
const CHECKOUT_TRIES = 3;

/** What the caller pays: checkout, portal, and their subscription. Cards and money are Stripe's business. */
export class BillingService {
  readonly #parts: BillingServiceParts;

  constructor(parts: BillingServiceParts) {
    this.#parts = parts;
  }

  /** The caller's subscription as it was last read; `null`: they have never had one. */
  async subscription(): Promise<SubscriptionRecord | null> {
    const row = await findSubscription(this.#parts.db, this.#userId());
    return row === null ? null : toSubscriptionRecord(row);
  }

  /** The same, read at Stripe first: the caller comes from there. Stripe being away costs only that. */
  async subscriptionNow(): Promise<SubscriptionRecord | null> {
    try {
      await this.#refresh();
    } catch (error) {
      if (!(error instanceof AppError && error.code === "PAYMENT_UNAVAILABLE")) throw error;
    }
    this.#parts.accounts.forget();
    return this.subscription();
  }

  /** The caller's Sparks of this month. */
  async sparks(): Promise<SparkBalance> {
    const { accounts, db, now } = this.#parts;
    const { id, tier } = await accounts.ensure();
    const today = now();
    return {
      used: await sparksUsed(db, id, toMonth(today)),
      allowance: PLAN_LIMITS[tier].sparksPerMonth,
      renewsAt: findNextMonth(today).toISOString(),
    };
  }

  /** The price that Premium is sold for; `null`: it is not sold here. */
  get premiumPriceId(): string | null {
    return this.#parts.stripe?.settings.premiumPrices[0] ?? null;
  }

  /**
   * Opens the checkout page for a tier, or gives the one that is open for the same request. A person has one customer and at most one open
   * page, so that nobody pays twice. Throws TIER_NOT_FOUND, PRICE_NOT_CONFIGURED, INVALID_INPUT for an address that is not ours,
   * ALREADY_SUBSCRIBED, PAYMENT_UNAVAILABLE, CHECKOUT_FAILED.
   */
  async createCheckoutSession(input: CreateCheckoutSession): Promise<{ sessionId: string; url: string }> {
    await this.#parts.accounts.requireConsented();
    this.#own(input.userId);
    requireKnownTier(input.tier);
    const stripe = this.#stripe();
    if (input.tier !== "PREMIUM" || input.priceId !== stripe.settings.premiumPrices[0]) {
      throw new AppError("PRICE_NOT_CONFIGURED", {
        message: `Price ID not configured for ${input.tier} tier`,
        field: "priceId",
      });
    }
    this.#requireOurs(input.successUrl, "successUrl");
    this.#requireOurs(input.cancelUrl, "cancelUrl");

    let row = await this.#customer();
    if (isLive(row.status)) {
      await this.#refresh();
      row = await this.#customer();
      if (isLive(row.status)) throw new AppError("ALREADY_SUBSCRIBED");
    }
    for (let tries = 0; tries < CHECKOUT_TRIES; tries++) {
      const opened = await this.#openCheckout(stripe, row, input);
      if (opened !== null) return opened;
      row = await this.#customer();
    }
    throw new AppError("CHECKOUT_FAILED");
  }

  /** The address of the billing portal, where a person cancels, resumes and changes their card. Throws NO_SUBSCRIPTION, PORTAL_FAILED. */
  async createPortalSession(input: CreatePortalSession): Promise<{ url: string }> {
    this.#own(input.userId);
    const stripe = this.#stripe();
    this.#requireOurs(input.returnUrl, "returnUrl");
    const row = await findSubscription(this.#parts.db, this.#userId());
    if (row === null) throw new AppError("NO_SUBSCRIPTION");
    try {
      return { url: await stripe.createPortalSession(row.customerId, input.returnUrl) };
    } catch (error) {
      throw error instanceof CustomerGone ? new AppError("NO_SUBSCRIPTION") : error;
    }
  }

  /**
   * Whether a checkout of the caller's was paid, read at once instead of when its webhook comes. Somebody else's session is as unknown as one
   * that never was: PAYMENT_NOT_FOUND. Throws PAYMENT_NOT_COMPLETED.
   */
  async verifyPayment(sessionId: string): Promise<VerifiedPayment> {
    const userId = this.#userId();
    const session = await this.#stripe().findCheckoutSession(sessionId);
    const row = await findSubscription(this.#parts.db, userId);
    const isOurs =
      session?.client_reference_id === userId && row !== null && session.customer === row.customerId;
    if (!isOurs) throw new AppError("PAYMENT_NOT_FOUND");
    if (session.status !== "complete") throw new AppError("PAYMENT_NOT_COMPLETED");
    const tier = await this.#refresh();
    this.#parts.accounts.forget();
    if (tier !== "premium") throw new AppError("PAYMENT_NOT_COMPLETED");
    return { sessionId: session.id, tier };
  }

  /** See `handleWebhook`. */
  async handleWebhook(body: string, signature: string): Promise<void> {
    const { primary, now, log } = this.#parts;
    await handleWebhook({ db: primary(), stripe: this.#stripe(), now, log }, body, signature);
  }

  /** `null`: somebody else's request has opened another page meanwhile, or the customer had to be replaced. */
  async #openCheckout(
    stripe: StripeClient,
    row: SubscriptionRow,
    { successUrl, cancelUrl }: CreateCheckoutSession,
  ): Promise<{ sessionId: string; url: string } | null> {
    const { userId, customerId, checkoutSessionId: previous } = row;
    const wanted = { customerId, userId, successUrl, cancelUrl };
    const before = previous === null ? null : await stripe.findCheckoutSession(previous);
    if (before?.status === "complete" && (await this.#refresh()) === "premium") {
      throw new AppError("ALREADY_SUBSCRIBED");
    }
    if (before?.status === "open") {
      if (before.success_url === successUrl && before.cancel_url === cancelUrl) return toOpened(before);
      await stripe.expireCheckoutSession(before.id);
    }
    // Two requests at once follow the same page: they have the same key, and get the same session.
    const key = await toIdempotencyKey("checkout", { ...wanted, previous });
    const session = await this.#createSession(stripe, wanted, key);
    if (session === null) return null;
    const { db, now } = this.#parts;
    if (await storeCheckout(db, userId, { sessionId: session.id, previous, now: now() }))
      return toOpened(session);
    await stripe.expireCheckoutSession(session.id);
    return null;
  }

  async #createSession(
    stripe: StripeClient,
    wanted: Parameters<StripeClient["createCheckoutSession"]>[0],
    key: string,
  ): Promise<StripeCheckoutSession | null> {
    try {
      return await stripe.createCheckoutSession(wanted, key);
    } catch (error) {
      if (!(error instanceof CustomerGone)) throw error;
      const customerId = await this.#createCustomer({ after: wanted.customerId });
      await replaceCustomer(this.#parts.db, wanted.userId, { gone: wanted.customerId, customerId });
      return null;
    }
  }

  /** The caller's row, with a customer made at Stripe where there is none yet. */
  async #customer(): Promise<SubscriptionRow> {
    const { db, now } = this.#parts;
    const userId = this.#userId();
    const known = await findSubscription(db, userId);
    if (known !== null) return known;
    return ensureCustomer(db, userId, await this.#createCustomer({ after: null }), now());
  }

  /** `after` is the customer that this one takes the place of. Two requests at once make one customer. */
  async #createCustomer({ after }: { after: string | null }): Promise<string> {
    const user = await this.#parts.accounts.requireConsented();
    const person = { userId: user.id, name: user.name, email: user.email };
    return this.#stripe().createCustomer(person, await toIdempotencyKey("customer", { ...person, after }));
  }

  #refresh() {
    return refreshSubscription({ ...this.#parts, stripe: this.#stripe() }, this.#userId());
  }

  #stripe(): StripeClient {
    if (this.#parts.stripe === null) throw new AppError("PAYMENT_UNAVAILABLE");
    return this.#parts.stripe;
  }

  /** Stripe leads the browser there: anywhere else would make our checkout a way to send people to a stranger's page. */
  #requireOurs(address: string, field: string): void {
    const { origin } = this.#parts;
    if (address.startsWith(`${origin}/`) && URL.parse(address)?.origin === origin) return;
    throw new AppError("INVALID_INPUT", { message: "This address is not on Talespark.", field });
  }

  #userId(): string {
    if (!this.#parts.caller) throw new AppError("UNAUTHENTICATED");
    return this.#parts.caller.userId;
  }

  #own(userId: string): void {
    if (this.#userId() !== userId) throw new AppError("NOT_FOUND");
  }
}

function toOpened({ id, url }: StripeCheckoutSession): { sessionId: string; url: string } {
  if (url === null) throw new AppError("CHECKOUT_FAILED", { message: "No session ID returned from server" });
  return { sessionId: id, url };
}

/** Tiers that the specification names. Whether one is sold is for its price to say. */
function requireKnownTier(tier: string): void {
  if (tier !== "PREMIUM" && tier !== "PROFESSIONAL") throw new AppError("TIER_NOT_FOUND", { field: "tier" });
}

/** The same request has the same key; Stripe refuses a key that comes with other parameters. */
async function toIdempotencyKey(call: string, parameters: Record<string, string | null>): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parameters));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `${call}-${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
