import { useEffect, useRef, useState } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import * as v from "valibot";
import { requireUser, servicesContext } from "#app/context.ts";
import { LogoutForm } from "#app/features/auth/logout-form.tsx";
import { readForm } from "#app/features/forms/read-form.ts";
import { Problem, SoloPage } from "#app/features/layout/page.tsx";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { type AgeConfirmation, hasConsented, LEGAL_CONSENT_VERSION, MINIMUM_AGE } from "#domain/account.ts";
import { AppError } from "#domain/errors.ts";
import { toReturnPath } from "#domain/return-path.ts";
import type { Route } from "./+types/welcome";
import styles from "./welcome.module.css";

const CONSENT_SOURCE = "welcome-page";
const NOT_TICKED = "Please tick the box first.";
const formSchema = v.object({ consent: v.optional(v.string()), returnTo: v.optional(v.string()) });

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await requireUser(context, url);
  const returnTo = toReturnPath(url.searchParams.get("returnTo"));
  if (hasConsented(user)) throw redirect(returnTo);
  return { returnTo };
}

/** Records the consent, and only then lets on. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const user = await requireUser(context, url);
  const confirmation = {
    ageConfirmed13: true,
    acceptedTermsAt: true,
    acceptedPrivacyAt: true,
    legalConsent: { version: LEGAL_CONSENT_VERSION, source: CONSENT_SOURCE },
  } satisfies AgeConfirmation;
  try {
    const { consent, returnTo } = await readForm(request, formSchema);
    if (consent !== "on") return data({ problem: NOT_TICKED }, 400);
    await context.get(servicesContext).accounts.confirmAge(user.id, confirmation, { source: CONSENT_SOURCE });
    return redirect(toReturnPath(returnTo));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ problem: `Your consent could not be saved. ${error.message}` }, error.status);
  }
}

export const meta: Route.MetaFunction = () => [{ title: "Welcome · Talespark" }];

/** The age and terms gate: the pages behind it lead here until it has been passed. */
export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const { ticked, box, setTicked } = useTicked();
  const saving = useNavigation().formAction?.startsWith("/welcome") ?? false;
  return (
    <SoloPage
      art={<Booky pose="idle" size={96} blinks />}
      title="Before the first page"
      lead="One thing to settle, then the shelf is yours."
    >
      <Form method="post" className={styles.form}>
        <input type="hidden" name="returnTo" value={loaderData.returnTo} />
        <label className={styles.consent}>
          <input
            ref={box}
            type="checkbox"
            name="consent"
            required
            onChange={(event) => setTicked(event.target.checked)}
          />
          <span>
            I am {MINIMUM_AGE} or older, and I accept the{" "}
            <a href="/terms" target="_blank" rel="noopener">
              Terms
            </a>{" "}
            and the{" "}
            <a href="/privacy-policy" target="_blank" rel="noopener">
              Privacy Policy
            </a>
            .
          </span>
        </label>
        {actionData && <Problem>{actionData.problem}</Problem>}
        <Button look="primary" size="large" type="submit" disabled={!ticked || saving}>
          {saving ? "Saving..." : "Continue"}
        </Button>
      </Form>
      <LogoutForm>
        <Button type="submit">Logout</Button>
      </LogoutForm>
    </SoloPage>
  );
}

/** Whether the box is ticked. Before hydration the button is free and the browser itself asks for the tick. */
function useTicked() {
  const box = useRef<HTMLInputElement>(null);
  const [ticked, setTicked] = useState(true);
  useEffect(() => setTicked(box.current?.checked ?? false), []);
  return { box, ticked, setTicked };
}
