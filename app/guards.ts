import { type MiddlewareFunction, redirect } from "react-router";
import { hasConsented } from "#domain/account.ts";
import { AFTER_SIGN_IN, toSignInPath, toWelcomePath } from "#domain/return-path.ts";
import { requireUser, servicesContext } from "./context.ts";

/*
 * Who may open which branch of app/routes.ts. A branch needs a loader of its own as well: one without is opened by a client
 * navigation that never asks the server.
 */

/** For signed-in people: anybody else is led to the sign-in, and from there back to the path that they wanted. */
export const signedInOnly: MiddlewareFunction<Response> = async ({ context, url }) => {
  const { person } = context.get(servicesContext);
  if (!person) throw redirect(toSignInPath(url.pathname + url.search));
  await requireUser(context);
};

/**
 * For forms of people who have passed the age and terms gate. Reading is not refused: the gate then lies over the page, and
 * the services refuse everything that a page could change (CONSENT_REQUIRED).
 */
export const consentedWritesOnly: MiddlewareFunction<Response> = async ({ context, request, url }) => {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (!hasConsented(await requireUser(context))) throw redirect(toWelcomePath(url.pathname + url.search));
};

/** For visitors: signed-in people have no use for these pages and are led to their dashboard. */
export const visitorsOnly: MiddlewareFunction<Response> = ({ context }) => {
  if (context.get(servicesContext).person) throw redirect(AFTER_SIGN_IN);
};
