import {
  type CreateCheckoutSession,
  type CreatePortalSession,
  findNextMonth,
  type SparkBalance,
  type StorageUse,
  type SubscriptionRecord,
  type VerifiedPayment,
} from "#domain/billing.ts";
import { AppError } from "#domain/errors.ts";
import { PLAN_LIMITS, toMonth } from "#domain/plan.ts";
import { readStoredBytes } from "../db/stored-bytes.ts";
import type { SharedParts } from "../services.ts";
import { isLive } from "./choose-subscription.ts";
import { refreshSubscription } from "./refresh-subscription.ts";
import { countSparksUsed } from "./spark-store.ts";
import { CustomerGone, type StripeCheckoutSession, type StripeClient } from "./stripe-client.ts";
import {
  beginCheckout,
  endCheckout,
  ensureCustomer,
  findSubscription,
  replaceCustomer,
  type SubscriptionRow,
  storeCheckout,
} from "./subscription-store.ts";
import { handleWebhook, type OpenForCustomer } from "./webhook.ts";

type BillingServiceParts = Pick<SharedParts, "accounts" | "db" | "origin" | "now" | "log"> & {
  openForCustomer: OpenForCustomer;
  /** `null`: this deployment takes no payments. */
  stripe: StripeClient | null;
};

/** Checkout, billing portal and subscription of the caller. Stripe handles cards and money. */
export class BillingService {
  readonly #parts: BillingServiceParts;

  constructor(parts: BillingServiceParts) {
    this.#parts = parts;
  }

  /** The caller's subscription as it was last read; `null`: they have never had one. */
  async subscription(): Promise<SubscriptionRecord | null> {
    const row = await findSubscription(this.#parts.db, this.#userId());
    if (row === null || row.status === null) return null;
    const { status, currentPeriodEnd, endsAt, graceUntil } = row;
    return { status, currentPeriodEnd, endsAt, graceUntil };
  }

  /**
   * The same, after reading it at Stripe: the caller has just come from there. If Stripe is unavailable, the stored
   * state is returned.
   */
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
      used: accounts.sparksUsed ?? (await countSparksUsed(db, id, toMonth(today))),
      allowance: PLAN_LIMITS[tier].sparksPerMonth,
      renewsAt: findNextMonth(today).toISOString(),
    };
  }

  /** What the caller's cards and pictures take of the plan's room. */
  async storage(): Promise<StorageUse> {
    const { accounts, db } = this.#parts;
    const [{ tier }, [stored]] = await Promise.all([accounts.ensure(), readStoredBytes(db, this.#userId())]);
    return { bytes: stored?.bytes ?? 0, limit: PLAN_LIMITS[tier].storedBytes };
  }

  /** The price id of Premium; `null`: it is not sold here. */
  get premiumPriceId(): string | null {
    return this.#parts.stripe?.settings.STRIPE_PRICE_PREMIUM[0] ?? null;
  }

  /**
   * Opens the checkout page for a tier, or returns the one that is already open for the same request. A person has one
   * customer and at most one open page, so that nobody pays twice. Throws TIER_NOT_FOUND, PRICE_NOT_CONFIGURED,
   * INVALID_INPUT for an address on another site, ALREADY_SUBSCRIBED, PAYMENT_UNAVAILABLE, CHECKOUT_UNDER_WAY, CHECKOUT_FAILED.
   */
  async createCheckoutSession(input: CreateCheckoutSession): Promise<{ sessionId: string; url: string }> {
    this.#parts.accounts.requireOwn(input.userId);
    requireKnownTier(input.tier);
    const stripe = this.#stripe();
    if (input.tier !== "PREMIUM" || input.priceId !== stripe.settings.STRIPE_PRICE_PREMIUM[0]) {
      throw new AppError("PRICE_NOT_CONFIGURED", {
        message: `Price ID not configured for ${input.tier} tier`,
        field: "priceId",
      });
    }
    this.#requireOurs(input.successUrl, "successUrl");
    this.#requireOurs(input.cancelUrl, "cancelUrl");

    const { db, now } = this.#parts;
    const userId = this.#userId();
    if (!(await beginCheckout(db, userId, now()))) throw new AppError("CHECKOUT_UNDER_WAY");
    try {
      return await this.#findCheckout(stripe, input);
    } finally {
      await endCheckout(db, userId);
    }
  }

  async #findCheckout(
    stripe: StripeClient,
    input: CreateCheckoutSession,
  ): Promise<{ sessionId: string; url: string }> {
    let row = await this.#customer();
    if (isLive(row.status)) {
      await this.#refresh();
      row = await this.#customer();
      if (isLive(row.status)) throw new AppError("ALREADY_SUBSCRIBED");
    }
    return this.#openCheckout(stripe, row, input);
  }

  /** The address of the billing portal, where a person cancels, resumes and changes their card. Throws NO_SUBSCRIPTION, PORTAL_FAILED. */
  async createPortalSession(input: CreatePortalSession): Promise<{ url: string }> {
    this.#parts.accounts.requireOwn(input.userId);
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
   * Whether the caller has paid for a checkout; reads it at once and does not wait for the webhook. Another person's
   * session is treated like one that does not exist: PAYMENT_NOT_FOUND. Throws PAYMENT_NOT_COMPLETED.
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
    await handleWebhook({ ...this.#parts, stripe: this.#stripe() }, body, signature);
  }

  async #openCheckout(
    stripe: StripeClient,
    { userId, customerId, checkoutSessionId: previous }: SubscriptionRow,
    { successUrl, cancelUrl }: CreateCheckoutSession,
  ): Promise<{ sessionId: string; url: string }> {
    const before = previous === null ? null : await stripe.findCheckoutSession(previous);
    if (before?.status === "complete" && (await this.#refresh()) === "premium") {
      throw new AppError("ALREADY_SUBSCRIBED");
    }
    if (before?.status === "open") {
      if (before.success_url === successUrl && before.cancel_url === cancelUrl) return toOpened(before);
      await stripe.expireCheckoutSession(before.id);
    }
    const session = await this.#createSession(stripe, { customerId, userId, successUrl, cancelUrl });
    const { db, now } = this.#parts;
    if (await storeCheckout(db, userId, { sessionId: session.id, previous, now: now() }))
      return toOpened(session);
    await stripe.expireCheckoutSession(session.id);
    throw new AppError("CHECKOUT_FAILED");
  }

  /** With a new customer, if Stripe has theirs no longer. */
  async #createSession(
    stripe: StripeClient,
    wanted: Parameters<StripeClient["createCheckoutSession"]>[0],
  ): Promise<StripeCheckoutSession> {
    try {
      return await stripe.createCheckoutSession(wanted);
    } catch (error) {
      if (!(error instanceof CustomerGone)) throw error;
      const change = { gone: wanted.customerId, customerId: await this.#createCustomer() };
      await replaceCustomer(this.#parts.db, wanted.userId, change);
      const { customerId } = await this.#customer();
      return stripe.createCheckoutSession({ ...wanted, customerId });
    }
  }

  /** The caller's row. Makes a customer at Stripe if there is none yet. */
  async #customer(): Promise<SubscriptionRow> {
    const { db, now } = this.#parts;
    const userId = this.#userId();
    const known = await findSubscription(db, userId);
    if (known !== null) return known;
    return ensureCustomer(db, userId, await this.#createCustomer(), now());
  }

  async #createCustomer(): Promise<string> {
    const { id: userId, name, email } = await this.#parts.accounts.requireConsented();
    return this.#stripe().createCustomer({ userId, name, email });
  }

  #refresh() {
    return refreshSubscription({ ...this.#parts, stripe: this.#stripe() }, this.#userId());
  }

  #stripe(): StripeClient {
    if (this.#parts.stripe === null) throw new AppError("PAYMENT_UNAVAILABLE");
    return this.#parts.stripe;
  }

  /** Every address that Stripe sends a person back to must be on this site. Any other would be an open redirect. */
  #requireOurs(address: string, field: string): void {
    const { origin } = this.#parts;
    if (address.startsWith(`${origin}/`) && URL.parse(address)?.origin === origin) return;
    throw new AppError("INVALID_INPUT", { message: "This address is not on Talespark.", field });
  }

  #userId(): string {
    return this.#parts.accounts.ownerId;
  }
}

function toOpened({ id, url }: StripeCheckoutSession): { sessionId: string; url: string } {
  if (url === null) throw new AppError("CHECKOUT_FAILED", { message: "No session ID returned from server" });
  return { sessionId: id, url };
}

/** Accepts the tiers that the specification names. Whether a tier is sold depends on its price. */
function requireKnownTier(tier: string): void {
  if (tier !== "PREMIUM" && tier !== "PROFESSIONAL") throw new AppError("TIER_NOT_FOUND", { field: "tier" });
}
