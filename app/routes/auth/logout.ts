import { redirect, redirectDocument } from "react-router";
import * as v from "valibot";
import { servicesContext, withCookies } from "#app/context.ts";
import { readForm } from "#app/features/forms/read-form.ts";
import { everybody } from "#app/guards.ts";
import { AppError } from "#domain/errors.ts";
import type { Route } from "./+types/logout";

export const middleware: Route.MiddlewareFunction[] = [everybody];

const formSchema = v.object({ everywhere: v.optional(v.string()) });

export function loader() {
  return redirect("/");
}

/**
 * Ends the session at once, or with the field `everywhere` all of the person's; a whole new document, so that nothing of
 * the old one stays in memory. The browser drops the pages that it could show again. Not its storage: how somebody likes
 * to read and type is kept there as well, so `LogoutForm` takes out what is private.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { auth } = context.get(servicesContext);
  try {
    const { everywhere } = await readForm(request, formSchema);
    const signOut = () => (everywhere === undefined ? auth.signOut() : auth.signOutEverywhere());
    const { location, setCookies } = await signOut();
    const init = withCookies(setCookies);
    init.headers.set("Clear-Site-Data", '"cache"');
    return redirectDocument(location, init);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(error.message, { status: error.status });
  }
}
