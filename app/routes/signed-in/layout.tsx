import { Outlet, useMatch } from "react-router";
import { requireUser, servicesContext } from "#app/context.ts";
import { SparksRunningOut } from "#app/features/billing/spark-meter.tsx";
import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import { TopBar } from "#app/features/layout/top-bar.tsx";
import { toNewStoryUser } from "#app/features/stories/new-story/new-story-user.ts";
import type { Route } from "./+types/layout";

export async function loader({ context }: Route.LoaderArgs) {
  const user = await requireUser(context);
  const { name, email, tier } = user;
  const sparks = await context.get(servicesContext).billing.sparks();
  return {
    user: { name, email, tier },
    sparks,
    warns: user.settings.usageWarnings,
    newStoryUser: toNewStoryUser(user),
  };
}

export { onlyAfterChanges as shouldRevalidate } from "#app/features/layout/route-settings.ts";

/** The signed-in pages with navigation; the reading screen stands beside it, without. */
export default function SignedInLayout({ loaderData }: Route.ComponentProps) {
  const isHome = useMatch(PAGE_PATHS.home) !== null;
  return (
    <>
      <TopBar user={loaderData.user} sparks={loaderData.sparks} onNight={isHome} />
      {loaderData.warns && <SparksRunningOut sparks={loaderData.sparks} />}
      <Outlet />
    </>
  );
}
