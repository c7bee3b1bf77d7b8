import { type FormEvent, useId, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { LogoutForm } from "#app/features/auth/logout-form.tsx";
import { saveAgeConfirmation } from "#app/features/settings/save-settings.ts";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import styles from "./age-gate.module.css";
import {
  CONSENT_LEAD,
  CONSENT_NOT_SAVED,
  CONSENT_TITLE,
  ConsentFields,
  LEGAL_CONFIRMATION,
} from "./consent-fields.tsx";

/**
 * The age and terms gate, over the requested page. It can't be dismissed, and closes when the server has stored the
 * consent. It is part of the server's HTML: without JavaScript its form posts to `/welcome`, which redirects back here.
 * The caller makes the page behind it `inert`.
 */
export function AgeGate({ userId }: { userId: string }) {
  const { pathname, search } = useLocation();
  const { isSaving, problem, submit } = useConsent(userId);
  const title = useId();
  const lead = useId();
  return (
    <div className={styles.scrim}>
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={title}
        aria-describedby={lead}
        className={styles.gate}
      >
        <Booky pose="idle" size={72} blinks />
        <div>
          <h2 id={title}>{CONSENT_TITLE}</h2>
          <p id={lead} className={styles.lead}>
            {CONSENT_LEAD}
          </p>
        </div>
        <form method="post" action="/welcome" className={styles.form} onSubmit={submit}>
          <input type="hidden" name="returnTo" value={pathname + search} />
          <ConsentFields problem={problem} isSaving={isSaving} takesFocus />
        </form>
        <div className={styles.way}>
          Not your account?
          <LogoutForm>
            <Button type="submit">Logout</Button>
          </LogoutForm>
        </div>
      </div>
    </div>
  );
}

function useConsent(userId: string) {
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { revalidate } = useRevalidator();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    const failure = await saveAgeConfirmation(userId, LEGAL_CONFIRMATION);
    setProblem(failure && `${CONSENT_NOT_SAVED} ${failure.message}`);
    // The page is loaded again: its loaders now see the consent, and the gate goes.
    if (failure === null) await revalidate();
    setSaving(false);
  }

  return { isSaving, problem, submit };
}
