import { expect, it, test } from "vitest";
import { findNextMonth, isRunningOut } from "#domain/billing.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { formatPrice, PLAN_OFFERS } from "#domain/plan-offers.ts";

test("the plans on offer are the specification's, in its order and at its prices", () => {
  const offers = PLAN_OFFERS.map(({ name, monthlyPriceCents, isAvailable }) => [
    name,
    formatPrice(monthlyPriceCents, "USD"),
    isAvailable,
  ]);
  expect(offers).toEqual([
    ["Free", "$0", true],
    ["Premium", "$9.99", true],
    ["Professional", "$19.99", false],
  ]);
});

test("the contents of a plan are the limits that are kept", () => {
  const [free, premium] = PLAN_OFFERS.map(({ contents }) => contents.map(({ text }) => text));
  expect(free?.[0]).toBe("1 active story");
  expect(PLAN_LIMITS.premium.activeStories).toBeNull();
  expect(premium).toEqual([
    "Unlimited active stories",
    "Unlimited active characters",
    "Longer story lengths",
    "10,000 Sparks per month",
  ]);
});

it("a month's Sparks run out from four fifths on", () => {
  const balance = { used: 40, allowance: 50, renewsAt: "" };
  expect([isRunningOut(balance), isRunningOut({ ...balance, used: 39 })]).toEqual([true, false]);
});

it("new Sparks come with the next calendar month, UTC", () => {
  const next = (moment: string) => findNextMonth(new Date(moment)).toISOString();
  expect(next("2026-12-31T23:59:59.000Z")).toBe("2027-01-01T00:00:00.000Z");
  expect(next("2026-01-31T00:00:00.000Z")).toBe("2026-02-01T00:00:00.000Z");
});
