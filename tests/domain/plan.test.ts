import { expect, test } from "vitest";
import { PLAN_LIMITS, TIERS } from "#domain/plan.ts";
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

test("prices are written in the currency of the site", () => {
  expect([formatPrice(999, "EUR"), formatPrice(0, "GBP")]).toEqual(["€9.99", "£0"]);
});

test("the offered plans are exactly those with limits", () => {
  expect(PLAN_OFFERS.filter(({ isAvailable }) => isAvailable).map(({ id }) => id)).toEqual([...TIERS]);
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
