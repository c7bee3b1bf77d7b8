import type { Tier } from "#domain/plan.ts";
import type { Database } from "../db/client.ts";
import { chooseSubscription } from "./choose-subscription.ts";
import type { StripeClient } from "./stripe-client.ts";
import { beginRead, type SubscriptionRead, storeRead } from "./subscription-store.ts";

export type RefreshParts = { db: Database; stripe: StripeClient; now: () => Date };

/**
 * Reads a user's subscription at Stripe and stores it; the tier follows from it. Every notice of a change ends here:
 * webhooks, the return from checkout, and the nightly sweep. So it does not matter what a notice said, in which order
 * notices come, or how often. Returns the tier; `null`: the user has never begun a checkout. Throws
 * PAYMENT_UNAVAILABLE.
 */
export async function refreshSubscription(parts: RefreshParts, userId: string): Promise<Tier | null> {
  const read = await beginRead(parts.db, userId);
  return read === null ? null : finishRead(parts, read);
}

/** Makes the read that `beginRead` or `beginReadForEvent` numbered. */
export async function finishRead(parts: RefreshParts, read: SubscriptionRead): Promise<Tier> {
  const { db, stripe, now } = parts;
  const subscriptions = await stripe.listSubscriptions(read.customerId);
  const { STRIPE_PRICE_PREMIUM: prices, BASE_TIER: baseTier } = stripe.settings;
  const found = chooseSubscription(subscriptions, prices);
  return storeRead(db, read, { found, baseTier, now: now() });
}
