import { redirect, redirectDocument } from "react-router";
import { servicesContext } from "#app/context.ts";
import { withCookies } from "#app/features/auth/with-cookies.ts";
import type { Route } from "./+types/logout";

export function loader() {
  return redirect("/");
}

/**
 * Ends the session at once, or with the field `everywhere` all of the person's; a whole new document, so that nothing of
 * the old one stays in memory.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { auth } = context.get(servicesContext);
  const everywhere = (await request.formData()).has("everywhere");
  const { location, setCookies } = await (everywhere ? auth.signOutEverywhere() : auth.signOut());
  return redirectDocument(location, withCookies(setCookies));
}
