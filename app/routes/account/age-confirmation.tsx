import { data, Form, redirect, useNavigation } from "react-router";
import { requireConsentedUser, servicesContext } from "#app/context.ts";
import {
  AGE_FIELD,
  AGE_TEXT,
  AGE_TITLE,
  type AgeAnswer,
  AgeConsent,
} from "#app/features/adult-content/age-consent.tsx";
import { Problem, SoloPage } from "#app/features/layout/page.tsx";
import { unlessItFails } from "#app/features/unless-it-fails.ts";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { type AgeConfirmation, NSFW_CONSENT_VERSION } from "#domain/account.ts";
import { AppError } from "#domain/errors.ts";
import { returnPath } from "#domain/return-path.ts";
import type { Route } from "./+types/age-confirmation";

const CONSENT_SOURCE = "age-confirmation";
const NOT_TICKED = "Please tick the box first.";
const NOT_SAVED = "Your confirmation could not be saved.";

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await requireConsentedUser(context, url);
  const returnTo = returnPath(url.searchParams.get("returnTo"));
  if (user.ageConfirmed18NSFW) throw redirect(returnTo);
  return { returnTo };
}

/** Records the confirmation. From this page it leads on; a dialog, which sends no `returnTo`, is told. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const user = await requireConsentedUser(context, url);
  const form = await request.formData();
  if (form.get(AGE_FIELD) !== "on") return data(refused(NOT_TICKED), 400);
  const confirmation = {
    ageConfirmed18NSFW: true,
    nsfwEnabled: true,
    nsfwConsent: { version: NSFW_CONSENT_VERSION },
  } satisfies AgeConfirmation;
  try {
    await context.get(servicesContext).accounts.confirmAge(user.id, confirmation, { source: CONSENT_SOURCE });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data(refused(`${NOT_SAVED} ${error.message}`), error.status);
  }
  const returnTo = form.get("returnTo");
  if (typeof returnTo === "string") throw redirect(returnPath(returnTo));
  return data({ isConfirmed: true, problem: null } satisfies AgeAnswer);
}

export function clientAction({ serverAction }: Route.ClientActionArgs): Promise<AgeAnswer> {
  return unlessItFails<AgeAnswer>(
    serverAction,
    refused(`${NOT_SAVED} Please check your connection and try again.`),
  );
}

export const meta: Route.MetaFunction = () => [{ title: `${AGE_TITLE} · Talespark` }];

/** The age confirmation as a page, for whoever has no script that could open it as a dialog. */
export default function AgeConfirmationPage({ loaderData, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().formAction?.startsWith("/age-confirmation") ?? false;
  return (
    <SoloPage art={<Booky pose="idle" size={96} />} title={AGE_TITLE} lead={AGE_TEXT}>
      <Form method="post">
        <input type="hidden" name="returnTo" value={loaderData.returnTo} />
        <AgeConsent />
        {actionData?.problem && <Problem>{actionData.problem}</Problem>}
        <Button look="primary" size="large" type="submit" disabled={isSaving}>
          {isSaving ? "Saving..." : "Confirm"}
        </Button>
      </Form>
    </SoloPage>
  );
}

function refused(problem: string): AgeAnswer {
  return { isConfirmed: false, problem };
}
