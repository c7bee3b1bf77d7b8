import { ExternalLink } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import type { SubscriptionRecord } from "#domain/billing.ts";
import type { Tier } from "#domain/plan.ts";
import type { PlanOffer } from "#domain/plan-prices.ts";
import { useLeaveForPayment } from "./leave-for-payment.ts";
import { PlanLedger } from "./plan-ledger.tsx";
import { isManageable } from "./subscription-state.ts";
import styles from "./upgrade-plans.module.css";

type UpgradePlansProps = {
  userId: string;
  tier: Tier;
  subscription: SubscriptionRecord | null;
  /** The price id of Premium; `null`: it is not sold here, and the server returns the error. */
  priceId: string | null;
};

/** The plans for a signed-in person, with the buttons to pay and to manage the subscription. */
export function UpgradePlans({ userId, tier, subscription, priceId }: UpgradePlansProps) {
  const { isLeaving, problem, goToCheckout, goToPortal } = useLeaveForPayment(userId);
  const canManage = isManageable(subscription);

  function renderAction(plan: PlanOffer) {
    if (plan.id === "premium" && canManage) {
      return (
        <>
          {tier === "premium" && <Quiet>Current Plan</Quiet>}
          <Button
            data-needs-script=""
            aria-disabled={isLeaving}
            onClick={() => void goToPortal("/upgrade?from=portal")}
          >
            Manage Subscription <ExternalLink size={16} aria-hidden="true" />
          </Button>
        </>
      );
    }
    if (plan.id === tier) return <Quiet>Current Plan</Quiet>;
    if (plan.id === "free" || !plan.isAvailable) return <Quiet>Not Available</Quiet>;
    return (
      <Button
        look="primary"
        data-needs-script=""
        aria-disabled={isLeaving}
        onClick={() => void goToCheckout(priceId)}
      >
        {isLeaving ? "Opening checkout…" : "Go Premium"}
      </Button>
    );
  }

  return (
    <>
      {problem !== null && (
        <p className={`${styles.banner} margin-bottom-8 danger medium rounded`} role="alert">
          {problem}
        </p>
      )}
      <noscript>
        <p className={`${styles.banner} margin-bottom-8 danger medium rounded`}>
          Paying and managing a subscription need JavaScript.
        </p>
      </noscript>
      <PlanLedger onUpgradePage renderAction={renderAction} />
    </>
  );
}

/** A text in the place of a button, for a plan without an action. */
function Quiet({ children }: { children: string }) {
  return <p className={`${styles.quiet} middle tap-height muted strong bordered rounded`}>{children}</p>;
}
