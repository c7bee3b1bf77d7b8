import type { Tier } from "#domain/plan.ts";
import type { Database } from "../db/client.ts";
import type { StripeClient } from "./stripe.ts";
import { chooseSubscription } from "./subscription.ts";
import { beginRead, type SubscriptionRead, storeRead } from "./subscription-store.ts";

export type RefreshParts = { db: Database; stripe: StripeClient; now: () => Date };

/**
 * Reads a user's subscription at Stripe and stores it; the tier follows. Everything that hears of a change ends here: webhooks, the return
 * from checkout, and the nightly sweep. So it does not matter what they were told, in which order, or how often. Gives the tier; `null`: the
 * user has never begun a checkout. Throws PAYMENT_UNAVAILABLE.
 */
export async function refreshSubscription(parts: RefreshParts, userId: string): Promise<Tier | null> {
  const read = await beginRead(parts.db, userId);
  return read === null ? null : finishRead(parts, read);
}

/** Makes a read that was begun. */
export async function finishRead(parts: RefreshParts, read: SubscriptionRead): Promise<Tier> {
  const { db, stripe, now } = parts;
  const subscriptions = await stripe.listSubscriptions(read.customerId);
  const found = chooseSubscription(subscriptions, stripe.settings.premiumPrices);
  return storeRead(db, read, { found, now: now() });
}
