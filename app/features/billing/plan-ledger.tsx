import type { ReactNode } from "react";
import { formatPrice } from "#domain/numbers.ts";
import { GUARANTEE_DAYS, PLAN_OFFERS, type PlanOffer } from "#domain/plan-prices.ts";
import styles from "./plan-ledger.module.css";
import { useCurrency } from "./use-currency.ts";

type PlanLedgerProps = {
  /** The upgrade page shows more details than the public pages. */
  onUpgradePage?: boolean;
  /** The action for a plan; `null`: there is none. */
  renderAction: (plan: PlanOffer) => ReactNode;
};

/** The plans as a table: what each includes, what it costs, and its action. */
export function PlanLedger({ onUpgradePage = false, renderAction }: PlanLedgerProps) {
  const currency = useCurrency();
  return (
    <>
      <ul>
        {PLAN_OFFERS.map((plan) => (
          <li key={plan.id} className={`${styles.plan} stack items-center line-below`}>
            <div>
              <h3 className="title">{plan.name}</h3>
              <ul className="margin-top-4 muted">
                {plan.contents
                  .filter(({ upgradePageOnly }) => onUpgradePage || !upgradePageOnly)
                  .map(({ text }) => (
                    <li key={text}>{text}</li>
                  ))}
              </ul>
            </div>
            <p className={`${styles.price} muted`}>
              <b className="text-color">{formatPrice(plan.monthlyPriceCents, currency)}</b>{" "}
              {plan.isAvailable ? "per month" : "coming soon"}
            </p>
            <div className={styles.action}>{renderAction(plan)}</div>
          </li>
        ))}
      </ul>
      <p className="margin-top-16 note">
        The first paid month comes with a {GUARANTEE_DAYS}-day satisfaction guarantee. The payment page names
        any tax before you pay.
      </p>
    </>
  );
}
