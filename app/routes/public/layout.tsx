import { Outlet, useRouteLoaderData } from "react-router";
import { servicesContext } from "#app/context.ts";
import { SiteFooter, SiteHeader } from "#app/features/site/site-frame.tsx";
import { everybody } from "#app/guards.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [everybody];

/** Pages that everybody can read. `origin`: where this site is served, for canonical addresses; `operator`: who runs it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { settings } = context.get(servicesContext);
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, SUPPORT_EMAIL: email } = settings;
  return { origin: settings.APP_ORIGIN ?? url.origin, operator: { name, address, email } };
}

export { onlyAfterChanges as shouldRevalidate } from "#app/features/layout/route-settings.ts";

/** The frame of every public page. Signed-in people only see the legal ones. */
export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  const isSignedIn = typeof useRouteLoaderData<typeof rootLoader>("root")?.userId === "string";
  return (
    <>
      <SiteHeader isSignedIn={isSignedIn} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter operator={loaderData.operator} />
    </>
  );
}
