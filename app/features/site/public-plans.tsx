import { PlanLedger } from "#app/features/billing/plan-ledger.tsx";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import type { PlanOffer } from "#domain/plan-prices.ts";
import { SignInButton, TryForFree } from "./sign-in-button.tsx";

/** The plans for visitors: each button leads through the sign-in. */
export function PublicPlans() {
  return <PlanLedger renderAction={actionFor} />;
}

function actionFor({ id, isAvailable }: PlanOffer) {
  if (!isAvailable) return null;
  if (id === "free") return <TryForFree />;
  return (
    <SignInButton returnTo={PAGE_PATHS.upgrade} look="primary">
      Go Premium
    </SignInButton>
  );
}
