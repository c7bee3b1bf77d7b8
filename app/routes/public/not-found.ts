import { redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { everybody } from "#app/guards.ts";
import { withNotice } from "#app/ui/redirect-notices.ts";
import { AFTER_SIGN_IN } from "#domain/return-path.ts";
import type { Route } from "./+types/not-found";

export const middleware: Route.MiddlewareFunction[] = [everybody];

/** Any address that is no page of ours. */
export function loader({ context }: Route.LoaderArgs) {
  const { person } = context.get(servicesContext);
  return redirect(withNotice(person ? AFTER_SIGN_IN : "/", "no-such-page"));
}
