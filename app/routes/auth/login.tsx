import { data, redirect, redirectDocument } from "react-router";
import * as v from "valibot";
import { servicesContext } from "#app/context.ts";
import { SignInPage } from "#app/features/auth/sign-in-page.tsx";
import { withCookies } from "#app/features/auth/with-cookies.ts";
import { readForm } from "#app/features/forms/read-form.ts";
import { AppError } from "#domain/errors.ts";
import { AFTER_SIGN_IN, toReturnPath } from "#domain/return-path.ts";
import type { Route } from "./+types/login";

const formSchema = v.object({ returnTo: v.optional(v.string()) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const returnTo = url.searchParams.get("returnTo");
  if (context.get(servicesContext).person) throw redirect(toReturnPath(returnTo));
  return { returnTo: returnTo === null ? null : toReturnPath(returnTo) };
}

/** Leads to the issuer, from where the person comes back to /auth/callback. */
export async function action({ context, request }: Route.ActionArgs) {
  let returnTo = AFTER_SIGN_IN;
  try {
    returnTo = toReturnPath((await readForm(request, formSchema)).returnTo);
    const { location, setCookies } = await context.get(servicesContext).auth.begin(returnTo);
    // A self-hosted issuer may have the same origin as this app. Its pages are not routes of this app: load a new document.
    return redirectDocument(location, withCookies(setCookies));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ returnTo, problem: `${error.message}. Please try again.` }, error.status);
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Sign in · Talespark" }];

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  return <SignInPage returnTo={actionData?.returnTo ?? loaderData.returnTo} problem={actionData?.problem} />;
}
