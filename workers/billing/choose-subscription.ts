import { GRACE_DAYS, type SubscriptionStatus } from "#domain/billing.ts";
import type { StripeSubscription } from "./stripe-client.ts";

/** What is stored of a subscription. Times are ISO 8601. */
export type SubscriptionState = {
  subscriptionId: string;
  priceId: string;
  status: SubscriptionStatus;
  currentPeriodEnd: string;
  endsAt: string | null;
  graceUntil: string | null;
};

/**
 * Decides between several subscriptions of one customer: the state that gives the most counts; among equals, the
 * newest.
 */
const PRECEDENCE: Record<SubscriptionStatus, number> = {
  active: 0,
  trialing: 0,
  past_due: 1,
  unpaid: 2,
  paused: 2,
  incomplete: 3,
  canceled: 4,
  incomplete_expired: 4,
};

/** In these states there is something to manage, and a second checkout would charge twice. */
const LIVE: ReadonlySet<SubscriptionStatus> = new Set(["active", "trialing", "past_due", "unpaid", "paused"]);

export function isLive(status: SubscriptionStatus | null): boolean {
  return status !== null && LIVE.has(status);
}

/** The deciding subscription to one of our prices, in its stored form; `null`: there is none. */
export function chooseSubscription(
  found: readonly StripeSubscription[],
  prices: readonly string[],
): SubscriptionState | null {
  const ours = found
    .flatMap((subscription) => {
      const item = subscription.items.data.find(({ price }) => prices.includes(price.id));
      return item === undefined ? [] : [{ subscription, item }];
    })
    .sort(
      (a, b) =>
        PRECEDENCE[a.subscription.status] - PRECEDENCE[b.subscription.status] ||
        b.subscription.created - a.subscription.created,
    );
  const [first] = ours;
  if (first === undefined) return null;
  const { subscription, item } = first;
  const {
    status,
    ended_at: endedAt,
    cancel_at: cancelAt,
    cancel_at_period_end: endsWithPeriod,
  } = subscription;
  const endsAt = endedAt ?? cancelAt ?? (endsWithPeriod ? item.current_period_end : null);
  return {
    subscriptionId: subscription.id,
    priceId: item.price.id,
    status,
    currentPeriodEnd: toIso(item.current_period_end),
    endsAt: endsAt === null ? null : toIso(endsAt),
    graceUntil: status === "past_due" ? toIso(item.current_period_start + GRACE_DAYS * 86_400) : null,
  };
}

/** `seconds` since 1970. */
function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
