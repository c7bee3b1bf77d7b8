import { data, redirect, redirectDocument } from "react-router";
import * as v from "valibot";
import { servicesContext, withCookies } from "#app/context.ts";
import { readForm } from "#app/features/forms/read-form.ts";
import { Problem, SoloPage } from "#app/features/layout/page.tsx";
import { AgreementNote } from "#app/features/site/sign-in-button.tsx";
import { everybody } from "#app/guards.ts";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { AppError } from "#domain/errors.ts";
import { AFTER_SIGN_IN, toReturnPath } from "#domain/return-path.ts";
import type { Route } from "./+types/login";

export const middleware: Route.MiddlewareFunction[] = [everybody];

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
    const sentence = error.message.endsWith(".") ? error.message : `${error.message}.`;
    return data({ returnTo, problem: `${sentence} Please try again.` }, error.status);
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Sign in · Talespark" }];

/** What it is, and the way in. A plain form: the router would still read an answer when the page is left, which Firefox reports. */
export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const returnTo = actionData?.returnTo ?? loaderData.returnTo;
  return (
    <SoloPage
      art={<Booky pose="idle" size={112} blinks />}
      title="Talespark"
      lead="Say who you are and what it is about. The story writes itself while you watch, and you decide what happens next."
    >
      {actionData && <Problem>{actionData.problem}</Problem>}
      <form method="post" action="/login">
        {returnTo !== null && <input type="hidden" name="returnTo" value={returnTo} />}
        <Button look="primary" size="large" type="submit">
          Sign In
        </Button>
      </form>
      <p className="note">
        <AgreementNote />
      </p>
    </SoloPage>
  );
}
