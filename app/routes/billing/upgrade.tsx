import { useEffect } from "react";
import { requireUser, servicesContext } from "#app/context.ts";
import { takePendingCheckout } from "#app/features/billing/kept-payments.ts";
import { SparkMeter } from "#app/features/billing/spark-meter.tsx";
import { describeSubscription } from "#app/features/billing/subscription-state.ts";
import { UpgradePlans } from "#app/features/billing/upgrade-plans.tsx";
import { Page, PageHeader } from "#app/features/layout/page.tsx";
import { listQuestions } from "#app/features/site/public-questions.ts";
import { Questions } from "#app/ui/questions.tsx";
import type { Route } from "./+types/upgrade";
import styles from "./upgrade.module.css";

/** Questions of people who are about to pay. */
const QUESTIONS = listQuestions("upgrade");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { billing } = context.get(servicesContext);
  const from = url.searchParams.get("from");
  if (from === "portal") await billing.subscriptionNow(); // updates the tier, which is read below
  const [{ id, tier }, subscription, sparks] = await Promise.all([
    requireUser(context),
    billing.subscription(),
    billing.sparks(),
  ]);
  return {
    userId: id,
    tier,
    subscription,
    sparks,
    priceId: billing.premiumPriceId,
    isBackFromCheckout: from === "checkout",
  };
}

export const meta: Route.MetaFunction = () => [{ title: "Upgrade · Talespark" }];

export default function Upgrade({ loaderData }: Route.ComponentProps) {
  const { userId, tier, subscription, sparks, priceId, isBackFromCheckout } = loaderData;
  useEffect(() => {
    if (isBackFromCheckout) takePendingCheckout();
  }, [isBackFromCheckout]);
  const state = describeSubscription(subscription, tier);
  return (
    <Page>
      <PageHeader
        title={tier === "premium" ? "You have Premium" : "Room for more stories"}
        lead="Yours stay where they are on every plan. No text is ever deleted or hidden."
        pose="idle"
      />
      <section className={`${styles.part} ruled stack`} aria-labelledby="plans">
        <div className={`${styles.side} stack content-start gap-16`}>
          <h2 id="plans">Plans</h2>
          {state !== null && <p>{state}</p>}
          {isBackFromCheckout && tier === "free" && (
            <p role="status">You came back without paying. Nothing was charged.</p>
          )}
          <SparkMeter sparks={sparks} small />
        </div>
        <div>
          <UpgradePlans userId={userId} tier={tier} subscription={subscription} priceId={priceId} />
        </div>
      </section>
      <section className={`${styles.part} ruled stack`} aria-labelledby="questions">
        <div className={`${styles.side} stack content-start gap-16`}>
          <h2 id="questions">Questions</h2>
        </div>
        <div>
          <Questions questions={QUESTIONS} />
        </div>
      </section>
    </Page>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
