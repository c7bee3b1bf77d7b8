import { describe, expect, it } from "vitest";
import { describeSubscription, isManageable } from "#app/features/billing/subscription-state.ts";
import type { SubscriptionRecord } from "#domain/billing.ts";

const ACTIVE: SubscriptionRecord = {
  status: "active",
  currentPeriodEnd: "2027-01-22T10:00:00.000Z",
  endsAt: null,
  graceUntil: null,
};

describe("a subscription", () => {
  it("is described in a sentence", () => {
    expect(describeSubscription(null, "free")).toBeNull();
    expect(describeSubscription(ACTIVE, "premium")).toBe("Premium renews on 22 January 2027.");
    expect(describeSubscription({ ...ACTIVE, endsAt: "2027-01-22T10:00:00.000Z" }, "premium")).toBe(
      "Premium is cancelled and stays until 22 January 2027.",
    );
    expect(describeSubscription({ ...ACTIVE, status: "canceled" }, "free")).toBe(
      "Premium ended on 22 January 2027.",
    );
  });

  it("that is not paid says how long Premium lasts, or that it has ended", () => {
    const unpaid = { ...ACTIVE, status: "past_due", graceUntil: "2027-01-05T10:00:00.000Z" } as const;
    expect(describeSubscription(unpaid, "premium")).toContain("Premium stays until 5 January 2027");
    expect(describeSubscription(unpaid, "free")).toContain("Premium is paused");
  });

  it("can be managed until it has ended", () => {
    expect(isManageable(null)).toBe(false);
    expect(isManageable(ACTIVE)).toBe(true);
    expect(isManageable({ ...ACTIVE, status: "past_due" })).toBe(true);
    expect(isManageable({ ...ACTIVE, status: "canceled" })).toBe(false);
  });
});
