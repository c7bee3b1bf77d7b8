import type { SubscriptionRecord } from "#domain/billing.ts";
import { formatDate } from "#domain/dates.ts";
import type { Tier } from "#domain/plan.ts";

/** The state of a subscription in one or two sentences; `null`: nothing to say. */
export function describeSubscription(subscription: SubscriptionRecord | null, tier: Tier): string | null {
  if (subscription === null) return null;
  const { status, currentPeriodEnd, endsAt, graceUntil } = subscription;
  if (status === "past_due" || status === "unpaid") {
    return tier === "premium"
      ? `The last payment did not go through. Premium stays until ${formatDay(graceUntil)} while your card is tried again; please check it.`
      : "The last payment did not go through, so Premium is paused. Please check your card.";
  }
  if (status === "canceled") return `Premium ended on ${formatDay(endsAt ?? currentPeriodEnd)}.`;
  if (status !== "active" && status !== "trialing") return null; // it is paused, or was never paid
  if (endsAt !== null) return `Premium is cancelled and stays until ${formatDay(endsAt)}.`;
  return tier === "premium" ? `Premium renews on ${formatDay(currentPeriodEnd)}.` : null;
}

/** Whether there is something to manage at the payment provider. */
export function isManageable(subscription: SubscriptionRecord | null): boolean {
  return (
    subscription !== null && !["canceled", "incomplete", "incomplete_expired"].includes(subscription.status)
  );
}

/** `22 January 2027`, in UTC, so that server and browser show the same. */
function formatDay(timestamp: string | null): string {
  if (timestamp === null) return "its end";
  return formatDate(new Date(timestamp), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}
