import { describe, expect, it, test } from "vitest";
import { hasOwnTitle, isPlanLimit, limitTitle } from "#app/features/billing/limits.ts";
import { describeSubscription, isManageable } from "#app/features/billing/subscription-state.ts";
import type { SubscriptionRecord } from "#domain/billing.ts";
import { AppError, ERRORS } from "#domain/errors.ts";

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

test.each([
  [
    "MONTHLY_LIMIT_EXCEEDED",
    "Monthly Message Limit Reached",
    "You have used all your messages for this month. Please upgrade your plan to continue creating.",
  ],
  [
    "STORY_LENGTH_EXCEEDED",
    "Story Length Limit Reached",
    "This story has reached its maximum length for your current plan. Please upgrade for longer stories.",
  ],
  [
    "STORY_LIMIT_EXCEEDED",
    "Story Limit Reached",
    "You have reached the maximum number of stories for your current plan. Please upgrade to create more stories.",
  ],
] as const)("%s has its own title, and the specification's text", (code, title, text) => {
  const failure = new AppError(code);
  expect([isPlanLimit(failure), hasOwnTitle(failure), limitTitle(failure)]).toEqual([true, true, title]);
  expect(failure.message).toBe(text);
});

test("every other limit of the plan has the general title", () => {
  for (const [code, { status }] of Object.entries(ERRORS)) {
    expect(isPlanLimit({ code: code as keyof typeof ERRORS, message: "" })).toBe(status === 402);
  }
  const failure = new AppError("INVALID_INPUT");
  expect([hasOwnTitle(failure), limitTitle(failure)]).toEqual([false, "Usage Limit Reached"]);
});
