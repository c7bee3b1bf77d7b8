import { ExternalLink } from "lucide-react";
import { PLACES } from "#app/features/layout/places.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { SparkBalance, SubscriptionRecord } from "#domain/billing.ts";
import { findPlanOffer, formatPrice, type Tier } from "#domain/plan.ts";
import styles from "./billing-panel.module.css";
import { useLeaveForPayment } from "./leave-for-payment.ts";
import { SparkMeter, SparksRunningOut } from "./spark-meter.tsx";
import { describeSubscription, isManageable } from "./subscription-state.ts";

type BillingPanelProps = {
  userId: string;
  tier: Tier;
  subscription: SubscriptionRecord | null;
  sparks: SparkBalance;
};

/**
 * The 'Manage Billing' panel: the plan and what is to be said of it, the month's Sparks, and the way to the payment provider's
 * portal, where a person cancels, resumes and changes their card.
 */
export function BillingPanel({ userId, tier, subscription, sparks }: BillingPanelProps) {
  const { isLeaving, problem, goToPortal } = useLeaveForPayment(userId);
  const { name, monthlyPriceCents } = findPlanOffer(tier);
  const state = describeSubscription(subscription, tier);
  return (
    <section className={styles.panel} aria-labelledby="manage-billing">
      <h3 id="manage-billing">Manage Billing</h3>
      <p>
        <b>{name}</b>
        {monthlyPriceCents > 0 && <> · ${formatPrice(monthlyPriceCents)} per month</>}
      </p>
      {state !== null && <p className={styles.state}>{state}</p>}
      <SparkMeter sparks={sparks} small />
      <SparksRunningOut sparks={sparks} />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.ways}>
        {isManageable(subscription) && (
          <Button look="primary" aria-disabled={isLeaving} onClick={() => void goToPortal()}>
            {isLeaving ? "Opening…" : "Manage Billing"} <ExternalLink size={16} aria-hidden="true" />
          </Button>
        )}
        <ButtonLink to={PLACES.upgrade.path}>{tier === "free" ? "See plans" : "Compare plans"}</ButtonLink>
      </div>
    </section>
  );
}
