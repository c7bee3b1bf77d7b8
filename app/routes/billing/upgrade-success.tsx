import { requireUser, servicesContext } from "#app/context.ts";
import { PremiumBook, PremiumWelcome } from "#app/features/billing/premium-book.tsx";
import { takeFirstName } from "#app/features/home/greeting.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/upgrade-success";

/**
 * A person who left for the checkout and came back another way is redirected here; the page asks Stripe whether they
 * have paid.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { tier } = await requireUser(context);
  if (tier === "free") await context.get(servicesContext).billing.subscriptionNow();
  const user = await requireUser(context);
  return { firstName: takeFirstName(user.name), tier: user.tier };
}

export const meta: Route.MetaFunction = () => [{ title: "Premium · Talespark" }];

export default function UpgradeSuccess({ loaderData }: Route.ComponentProps) {
  const { firstName, tier } = loaderData;
  if (tier === "premium") return <PremiumWelcome firstName={firstName} said={null} />;
  return (
    <PremiumBook>
      <h1>You are on the Free plan</h1>
      <p>
        You came back from the payment page, and no payment has reached us. Nothing was charged that we know
        of.
      </p>
      <ButtonLink to="/upgrade" look="primary" size="large">
        Return to Upgrade Page
      </ButtonLink>
      <ButtonLink to="/home" size="large">
        Continue to Dashboard
      </ButtonLink>
    </PremiumBook>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
