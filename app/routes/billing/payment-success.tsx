import { requireUser, servicesContext } from "#app/context.ts";
import { PremiumBook, PremiumWelcome } from "#app/features/billing/premium-book.tsx";
import { usePaymentVerification } from "#app/features/billing/use-payment-verification.ts";
import { takeFirstName } from "#app/features/home/greeting.ts";
import { Problem } from "#app/features/layout/page.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import spinner from "#app/ui/spinner.module.css";
import type { Route } from "./+types/payment-success";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { name } = await requireUser(context);
  const { settings } = context.get(servicesContext);
  return {
    firstName: takeFirstName(name),
    sessionId: url.searchParams.get("session_id"),
    pixelId: settings.CONVERSION_PIXEL_ID ?? null,
  };
}

export const meta: Route.MetaFunction = () => [{ title: "Payment · Talespark" }];

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  const { firstName, sessionId, pixelId } = loaderData;
  const { verification, verify } = usePaymentVerification(sessionId, pixelId);
  if (verification.state === "verified")
    return <PremiumWelcome firstName={firstName} said="Payment received" />;
  if (verification.state === "verifying") {
    return (
      <PremiumBook>
        <noscript>
          <p className="muted">
            Without JavaScript this page can’t check your payment. Nothing is lost: your plan comes by itself
            as soon as the payment provider tells us.
          </p>
          <a href="/settings">To your settings</a>
        </noscript>
        <div className="row gap-12 story-lead muted" role="status" data-needs-script="">
          <span className={spinner["spinner"]} aria-hidden="true" />
          Verifying your payment…
        </div>
      </PremiumBook>
    );
  }
  return (
    <PremiumBook>
      <Booky pose="puzzled" size={72} />
      <h1>Payment Verification Failed</h1>
      <Problem>{verification.text}</Problem>
      <p className="muted">
        If you have paid, nothing is lost: your plan comes by itself as soon as the payment provider tells us.
      </p>
      <div className="flex wrap gap-12 margin-top-8">
        <ButtonLink to="/upgrade" look="primary" size="large">
          Return to Upgrade Page
        </ButtonLink>
        <Button size="large" onClick={() => void verify()}>
          Try Again
        </Button>
      </div>
    </PremiumBook>
  );
}

export { PageFault as ErrorBoundary } from "#app/features/layout/page-fault.tsx";
