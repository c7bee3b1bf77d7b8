import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { hasConsented } from "#domain/account.ts";
import { AFTER_SIGN_IN, toSignInPath, toWelcomePath } from "#domain/return-path.ts";
import type { Services } from "#workers/services.ts";
import { callerContext, requireUser, servicesContext } from "./context.ts";

/*
 * Who may open which branch of app/routes.ts. Each branch has one of these as its middleware. It sets the services that the loaders use. A guarded branch needs a
 * loader of its own as well: one without is opened by a client navigation that never asks the server.
 */

/** For whoever is calling. */
export const everybody: MiddlewareFunction<Response> = async ({ context }) => {
  await identify(context);
};

/**
 * For signed-in people: anybody else is led to the sign-in, and from there back to the path that they wanted. Reading begins while the
 * session is checked. Its answer is thrown away if the session has ended.
 */
export const signedInOnly: MiddlewareFunction<Response> = async ({ context, url }, next) => {
  const { ahead } = context.get(callerContext);
  if (ahead !== null) context.set(servicesContext, ahead);
  const answer = ahead && (await next());
  const { person } = await identify(context);
  if (!person) throw redirect(toSignInPath(url.pathname + url.search));
  return answer ?? next();
};

/**
 * For forms of people who have passed the age and terms gate. Reading is not refused: the gate then lies over the page, and
 * the API refuses everything that a page could change (CONSENT_REQUIRED).
 */
export const consentedWritesOnly: MiddlewareFunction<Response> = async ({ context, request, url }) => {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (!hasConsented(await requireUser(context))) throw redirect(toWelcomePath(url.pathname + url.search));
};

/** For visitors: signed-in people have no use for these pages and are led to their dashboard. */
export const visitorsOnly: MiddlewareFunction<Response> = ({ context }) => {
  if (context.get(servicesContext).person) throw redirect(AFTER_SIGN_IN);
};

/** Throws the sentence of a limit that refuses the request. */
async function identify(context: Readonly<RouterContextProvider>): Promise<Services> {
  const { services, refusal } = await context.get(callerContext).identify();
  if (refusal !== null) throw data(refusal.message, refusal.status);
  context.set(servicesContext, services);
  return services;
}
