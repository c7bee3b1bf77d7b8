import type { ReactElement } from "react";
import { createRoutesStub } from "react-router";
import { describe, expect, it } from "vitest";
import { UpgradePlans } from "#app/features/billing/upgrade-plans.tsx";
import { PublicPlans } from "#app/features/site/public-plans.tsx";
import { formatPrice, PLAN_OFFERS } from "#domain/plan-offers.ts";
import { textOf } from "#tests/app/text-of.tsx";

/** The texts of an element. It is rendered with a router, because it may contain links and forms. */
function pageText(element: ReactElement): string {
  const show = () => element;
  const Page = createRoutesStub([{ path: "/", Component: show }]);
  return textOf(<Page />);
}

describe("the plans", () => {
  it("are the same on the pricing page and the upgrade page, from one table", () => {
    const pricing = pageText(<PublicPlans />);
    const upgrade = pageText(
      <UpgradePlans userId="auth0|1" tier="free" subscription={null} priceId="price_1" />,
    );
    for (const { name, monthlyPriceCents, contents } of PLAN_OFFERS) {
      for (const page of [pricing, upgrade]) {
        expect(page).toContain(name);
        expect(page).toContain(formatPrice(monthlyPriceCents, "USD"));
      }
      for (const { text, upgradePageOnly = false } of contents) {
        expect(upgrade).toContain(text);
        expect(pricing.includes(text)).toBe(!upgradePageOnly);
      }
    }
  });
});
