import { ExternalLink } from "lucide-react";
import { useLeaveForPayment } from "#app/features/billing/leave-for-payment.ts";
import { SparkMeter } from "#app/features/billing/spark-meter.tsx";
import { describeSubscription, isManageable } from "#app/features/billing/subscription-state.ts";
import { useCurrency } from "#app/features/billing/use-currency.ts";
import { Problem } from "#app/features/layout/page.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { SparkBalance, StorageUse, SubscriptionRecord } from "#domain/billing.ts";
import { formatMegabytes, formatPrice } from "#domain/numbers.ts";
import type { Tier } from "#domain/plan.ts";
import { PLAN_OFFERS } from "#domain/plan-prices.ts";
import styles from "./settings-section.module.css";

type BillingSectionProps = {
  userId: string;
  tier: Tier;
  sparks: SparkBalance;
  storage: StorageUse;
  subscription: SubscriptionRecord | null;
  isBackFromPortal: boolean;
};

/** The month's Sparks, and the plan with the button to change it. */
export function BillingSection({
  userId,
  tier,
  sparks,
  storage,
  subscription,
  isBackFromPortal,
}: BillingSectionProps) {
  const { isLeaving, problem, goToPortal } = useLeaveForPayment(userId);
  const plan = PLAN_OFFERS.find(({ id }) => id === tier);
  const currency = useCurrency();
  return (
    <>
      <SparkMeter sparks={sparks} />
      <p className="note">
        Each text costs 1 Spark: a passage, a reply, a suggestion, a filled-in form. A picture by an image
        model costs 5. Titles and memory are free, and so is a text that never arrives.
      </p>
      <p className="note">
        Character cards and pictures take {formatMegabytes(storage.bytes)} of the{" "}
        {formatMegabytes(storage.limit)} of your plan. Deleted ones make room after 30 days.
      </p>
      <details className={`${styles.billing} bordered card-corners raised`} open={isBackFromPortal}>
        <summary className="strong">Manage Billing</summary>
        <div className="spread gap-16 padding-16">
          <div className="grow-from-240">
            <h3>
              {plan?.name}{" "}
              <small className="note">{formatPrice(plan?.monthlyPriceCents ?? 0, currency)} per month</small>
            </h3>
            <p className="note">
              {describeSubscription(subscription, tier) ??
                (tier === "premium"
                  ? "Your card, invoices and cancelling are on the payment provider's own page."
                  : "Nothing is charged.")}
            </p>
          </div>
          {isManageable(subscription) ? (
            <Button
              aria-disabled={isLeaving}
              onClick={() => void goToPortal("/settings?from=portal#subscription")}
            >
              Manage Subscription <ExternalLink size={16} aria-hidden="true" />
            </Button>
          ) : (
            <ButtonLink to="/upgrade" look={tier === "premium" ? "outlined" : "primary"}>
              {tier === "premium" ? "See the plans" : "Upgrade Plan"}
            </ButtonLink>
          )}
          {problem !== null && <Problem>{problem}</Problem>}
        </div>
      </details>
    </>
  );
}
