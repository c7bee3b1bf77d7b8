import { Outlet, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { AFTER_SIGN_IN } from "#domain/return-path.ts";
import type { Route } from "./+types/visitors-only";

/** Whoever is signed in has no use for the pages below: they are led to their dashboard. */
export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(servicesContext).caller) throw redirect(AFTER_SIGN_IN);
  return null;
}

export default function VisitorsOnly() {
  return <Outlet />;
}
