import { data, Form, redirect, useNavigation } from "react-router";
import * as v from "valibot";
import { requireUser, servicesContext } from "#app/context.ts";
import {
  CONSENT_FIELD,
  CONSENT_LEAD,
  CONSENT_NOT_SAVED,
  CONSENT_SOURCE,
  CONSENT_TITLE,
  ConsentFields,
  LEGAL_CONFIRMATION,
} from "#app/features/age-gate/age-gate.tsx";
import { LogoutForm } from "#app/features/auth/logout-form.tsx";
import { readForm } from "#app/features/forms/read-form.ts";
import { SoloPage } from "#app/features/layout/page.tsx";
import { signedInOnly } from "#app/guards.ts";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { hasConsented } from "#domain/account.ts";
import { AppError } from "#domain/errors.ts";
import { toReturnPath } from "#domain/return-path.ts";
import type { Route } from "./+types/welcome";

const NOT_TICKED = "Please tick the box first.";
const formSchema = v.object({ [CONSENT_FIELD]: v.optional(v.string()), returnTo: v.optional(v.string()) });

export const middleware: Route.MiddlewareFunction[] = [signedInOnly];

export async function loader({ context, url }: Route.LoaderArgs) {
  const returnTo = toReturnPath(url.searchParams.get("returnTo"));
  if (hasConsented(await requireUser(context))) throw redirect(returnTo);
  return { returnTo };
}

/** Stores the consent, and only then leads back to the page that was wanted. */
export async function action({ context, request }: Route.ActionArgs) {
  const { id } = await requireUser(context);
  let returnTo: string | undefined;
  try {
    const { [CONSENT_FIELD]: consent, returnTo: wanted } = await readForm(request, formSchema);
    returnTo = toReturnPath(wanted);
    if (consent !== "on") return data({ problem: NOT_TICKED, returnTo }, 400);
    const { accounts } = context.get(servicesContext);
    await accounts.confirmAge(id, LEGAL_CONFIRMATION, { source: CONSENT_SOURCE });
    return redirect(returnTo);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ problem: `${CONSENT_NOT_SAVED} ${error.message}`, returnTo }, error.status);
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Welcome · Talespark" }];

/** The age and terms gate as a page: where its form leads without a script, and where a refused form of a page leads. */
export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().formAction?.startsWith("/welcome") ?? false;
  return (
    <SoloPage art={<Booky pose="idle" size={96} blinks />} title={CONSENT_TITLE} lead={CONSENT_LEAD}>
      <Form method="post">
        <input type="hidden" name="returnTo" value={actionData?.returnTo ?? loaderData.returnTo} />
        <ConsentFields problem={actionData?.problem ?? null} isSaving={isSaving} />
      </Form>
      <LogoutForm>
        <Button type="submit">Logout</Button>
      </LogoutForm>
    </SoloPage>
  );
}
