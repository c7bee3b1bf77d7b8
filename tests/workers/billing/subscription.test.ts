import { describe, expect, it } from "vitest";
import type { StripeSubscription } from "#workers/billing/stripe.ts";
import { chooseSubscription } from "#workers/billing/subscription.ts";

const OURS = ["price_new", "price_old"];

function subscription(changes: Partial<StripeSubscription> = {}, price = "price_new"): StripeSubscription {
  return {
    id: "sub_1",
    status: "active",
    created: 1_000,
    cancel_at: null,
    cancel_at_period_end: false,
    items: { data: [{ current_period_start: 86_400, current_period_end: 172_800, price: { id: price } }] },
    ...changes,
  };
}

describe("the subscription that counts", () => {
  it("is one to a price of ours, also to one that was sold before", () => {
    expect(chooseSubscription([], OURS)).toBeNull();
    expect(chooseSubscription([subscription({}, "price_of_something_else")], OURS)).toBeNull();
    expect(chooseSubscription([subscription({}, "price_old")], OURS)).toMatchObject({ priceId: "price_old" });
  });

  it("is the one that gives the most, and of equals the newest", () => {
    const found = [
      subscription({ id: "sub_ended", status: "canceled", created: 5_000 }),
      subscription({ id: "sub_late", status: "past_due", created: 4_000 }),
      subscription({ id: "sub_older" }),
      subscription({ id: "sub_newer", created: 2_000 }),
    ];
    const ids = [0, 1, 2].map((skip) => chooseSubscription(found.slice(0, 4 - skip), OURS)?.subscriptionId);
    expect(ids).toEqual(["sub_newer", "sub_older", "sub_late"]);
    expect(chooseSubscription(found.slice(0, 1), OURS)).toMatchObject({ status: "canceled" });
  });

  it("has its end date from either of Stripe's fields", () => {
    const endOf = (changes: Partial<StripeSubscription>) =>
      chooseSubscription([subscription(changes)], OURS)?.endsAt;
    expect(endOf({})).toBeNull();
    expect(endOf({ cancel_at_period_end: true })).toBe("1970-01-03T00:00:00.000Z");
    expect(endOf({ cancel_at: 100_000 })).toBe("1970-01-02T03:46:40.000Z");
  });

  it("has fourteen days of grace while it is past due, from the beginning of the unpaid period", () => {
    expect(chooseSubscription([subscription({ status: "past_due" })], OURS)?.graceUntil).toBe(
      "1970-01-16T00:00:00.000Z",
    );
    expect(chooseSubscription([subscription({ status: "unpaid" })], OURS)?.graceUntil).toBeNull();
  });
});
