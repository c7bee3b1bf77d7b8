import type { ReactElement } from "react";
import { createRoutesStub } from "react-router";
import { describe, expect, it } from "vitest";
import { BillingPanel } from "#app/features/billing/billing-panel.tsx";
import { UpgradePlans } from "#app/features/billing/upgrade-plans.tsx";
import { PublicPlans } from "#app/features/site/public-plans.tsx";
import type { SubscriptionRecord } from "#domain/billing.ts";
import { formatPrice, PLAN_LIMITS, PLAN_OFFERS, type Tier } from "#domain/plan.ts";
import { textOf } from "#tests/app/stories/reading/text-of.tsx";

const SPARKS = { used: 12, allowance: PLAN_LIMITS.free.sparksPerMonth, renewsAt: "2026-12-01T00:00:00.000Z" };
const ACTIVE: SubscriptionRecord = {
  status: "active",
  currentPeriodEnd: "2027-01-22T00:00:00.000Z",
  endsAt: null,
  graceUntil: null,
};

/** The texts of an element that stands on a page: it may hold links and forms. */
function pageText(element: ReactElement): string {
  const show = () => element;
  const Page = createRoutesStub([{ path: "/", Component: show }]);
  return textOf(<Page />);
}

function panelText(tier: Tier, subscription: SubscriptionRecord | null): string {
  return pageText(<BillingPanel userId="auth0|1" tier={tier} subscription={subscription} sparks={SPARKS} />);
}

describe("the plans", () => {
  it("are told by the pricing page and the upgrade page as the one table has them", () => {
    const pricing = pageText(<PublicPlans />);
    const upgrade = pageText(
      <UpgradePlans userId="auth0|1" tier="free" subscription={null} priceId="price_1" />,
    );
    for (const { name, monthlyPriceCents, contents } of PLAN_OFFERS) {
      for (const page of [pricing, upgrade]) {
        expect(page).toContain(name);
        expect(page).toContain(formatPrice(monthlyPriceCents));
      }
      for (const { text, upgradePageOnly = false } of contents) {
        expect(upgrade).toContain(text);
        expect(pricing.includes(text)).toBe(!upgradePageOnly);
      }
    }
  });
});

describe("the billing panel", () => {
  it("tells the plan, the Sparks that are left and when new ones come; on Free it leads to the plans only", () => {
    const text = panelText("free", null);
    for (const part of ["Manage Billing", "Free", "38", "12 of 50 used", "1 December", "See plans"]) {
      expect(text).toContain(part);
    }
    expect(text.split("Manage Billing")).toHaveLength(2);
  });

  it("tells when Premium renews, what it costs, and opens the portal by a button", () => {
    const text = panelText("premium", ACTIVE);
    expect(text).toContain("Premium renews on 22 January 2027.");
    expect(text).toContain(formatPrice(PLAN_OFFERS[1]?.monthlyPriceCents ?? 0));
    expect(text.split("Manage Billing")).toHaveLength(3);
  });
});
