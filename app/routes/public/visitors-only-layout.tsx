import { Outlet } from "react-router";
import { visitorsOnly } from "#app/guards.ts";
import type { Route } from "./+types/visitors-only-layout";

export const middleware: Route.MiddlewareFunction[] = [visitorsOnly];

/** So that the server is asked on a client navigation as well. */
export async function loader() {
  return null;
}

export default function VisitorsOnly() {
  return <Outlet />;
}
