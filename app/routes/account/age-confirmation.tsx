import { data, Form, redirect, useNavigation } from "react-router";
import * as v from "valibot";
import { requireUser, servicesContext } from "#app/context.ts";
import {
  ADULT_CONFIRMATION,
  AGE_FIELD,
  AGE_PAGE,
  AGE_TEXT,
  AGE_TITLE,
  AgeConsent,
  NOT_SAVED,
} from "#app/features/adult-content/age-consent.tsx";
import { readForm } from "#app/features/forms/read-form.ts";
import { Problem, SoloPage } from "#app/features/layout/page.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { allowsAdult } from "#domain/adult-content.ts";
import { AppError } from "#domain/errors.ts";
import { toReturnPath } from "#domain/return-path.ts";
import type { Route } from "./+types/age-confirmation";

const CONSENT_SOURCE = "age-confirmation";
const NOT_TICKED = "Please tick the box first.";
const formSchema = v.object({ [AGE_FIELD]: v.optional(v.string()), returnTo: v.optional(v.string()) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await requireUser(context);
  const returnTo = toReturnPath(url.searchParams.get("returnTo"));
  if (allowsAdult(user)) throw redirect(returnTo);
  return { returnTo };
}

/** Records the confirmation, and only then leads on. */
export async function action({ context, request }: Route.ActionArgs) {
  const user = await requireUser(context);
  const { accounts } = context.get(servicesContext);
  try {
    const { [AGE_FIELD]: confirmed, returnTo } = await readForm(request, formSchema);
    if (confirmed !== "on") return data({ problem: NOT_TICKED }, 400);
    await accounts.confirmAge(user.id, ADULT_CONFIRMATION, { source: CONSENT_SOURCE });
    return redirect(toReturnPath(returnTo));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ problem: `${NOT_SAVED} ${error.message}` }, error.status);
  }
}

export const meta: Route.MetaFunction = () => [{ title: `${AGE_TITLE} · Talespark` }];

/** The age confirmation as a page, for people without JavaScript, who can't open it as a dialog. */
export default function AgeConfirmationPage({ loaderData, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().formAction?.startsWith(AGE_PAGE) ?? false;
  return (
    <SoloPage art={<Booky pose="idle" size={96} />} title={AGE_TITLE} lead={AGE_TEXT}>
      <Form method="post" className="stack each-center gap-16">
        <input type="hidden" name="returnTo" value={loaderData.returnTo} />
        <AgeConsent />
        {actionData && <Problem>{actionData.problem}</Problem>}
        <Button look="primary" size="large" type="submit" aria-disabled={isSaving}>
          {isSaving ? "Saving..." : "Confirm"}
        </Button>
      </Form>
    </SoloPage>
  );
}
