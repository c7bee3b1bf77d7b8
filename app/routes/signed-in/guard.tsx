import { Outlet } from "react-router";
import { requireUser } from "#app/context.ts";
import { AgeGate } from "#app/features/age-gate/age-gate.tsx";
import { useLoggedPath } from "#app/features/billing/kept-payments.ts";
import { useBroughtBack } from "#app/features/layout/use-brought-back.ts";
import { StoryChanges } from "#app/features/stories/changes/story-changes.tsx";
import { StoryLoading } from "#app/features/stories/reading/story-loading.tsx";
import { consentedWritesOnly, signedInOnly } from "#app/guards.ts";
import { hasConsented } from "#domain/account.ts";
import type { Route } from "./+types/guard";
import styles from "./guard.module.css";

export const middleware: Route.MiddlewareFunction[] = [signedInOnly, consentedWritesOnly];

export async function loader({ context }: Route.LoaderArgs) {
  const user = await requireUser(context);
  return { userId: user.id, tier: user.tier, isGated: !hasConsented(user) };
}

export { onlyAfterChanges as shouldRevalidate } from "#app/features/layout/revalidation.ts";

/** Everything below is for signed-in people; the age and terms gate lies over it until it is passed. */
export default function Guard({ loaderData: { userId, isGated } }: Route.ComponentProps) {
  useBroughtBack();
  useLoggedPath();
  return (
    <>
      <div className={styles.page} inert={isGated}>
        <StoryChanges>
          <Outlet />
          <StoryLoading />
        </StoryChanges>
      </div>
      {isGated && <AgeGate userId={userId} />}
    </>
  );
}
