import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { asFailure } from "#app/features/api/call-api.ts";
import { LogoutForm } from "#app/features/auth/logout-form.tsx";
import { Problem } from "#app/features/layout/page.tsx";
import { saveAgeConfirmation } from "#app/features/settings/save-settings.ts";
import { Booky } from "#app/ui/booky.tsx";
import { Button } from "#app/ui/button.tsx";
import { Flag } from "#app/ui/field.tsx";
import { focusPageIfLost } from "#app/ui/focus-page.ts";
import type { AgeConfirmation } from "#domain/account.ts";
import { ADULT_AGE, LEGAL_CONSENT_VERSION, MINIMUM_AGE } from "#domain/legal.ts";
import styles from "./age-gate.module.css";

/**
 * The age and terms gate, over the requested page. It can't be dismissed, and closes when the server has stored the
 * consent. It is part of the server's HTML: without JavaScript its form posts to `/welcome`, which redirects back here.
 * The caller makes the page behind it `inert`.
 */
export function AgeGate({ userId }: { userId: string }) {
  const { pathname, search } = useLocation();
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const title = useId();
  const lead = useId();
  useEffect(() => focusPageIfLost, []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    setSaving(true);
    setProblem(null);
    try {
      await saveAgeConfirmation(userId, LEGAL_CONFIRMATION);
      await revalidate(); // its loaders now see the consent, and the gate goes
    } catch (error) {
      setProblem(`${CONSENT_NOT_SAVED} ${asFailure(error).message}`);
    }
    setSaving(false);
  }

  return (
    <div className={`${styles.scrim} stack fixed padding-16`}>
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={title}
        aria-describedby={lead}
        className={`${styles.gate} stack gap-20 card-corners raised shadow`}
      >
        <Booky pose="idle" size={72} blinks />
        <div>
          <h2 id={title}>{CONSENT_TITLE}</h2>
          <p id={lead} className="margin-top-8 story-lead muted">
            {CONSENT_LEAD}
          </p>
        </div>
        <form method="post" action="/welcome" className="stack" onSubmit={submit}>
          <input type="hidden" name="returnTo" value={pathname + search} />
          <ConsentFields problem={problem} isSaving={isSaving} takesFocus />
        </form>
        <div className="spread gap-12 padding-top-16 note line-above">
          Not your account?
          <LogoutForm>
            <Button type="submit">Logout</Button>
          </LogoutForm>
        </div>
      </div>
    </div>
  );
}

export const CONSENT_TITLE = "Before the first page";
export const CONSENT_LEAD = "One thing to settle, then the shelf is yours.";

type ConsentFieldsProps = { problem: string | null; isSaving: boolean; takesFocus?: boolean };

/** What stands in the form of the age and terms gate: the checkbox, what went wrong, and the button. */
export function ConsentFields({ problem, isSaving, takesFocus = false }: ConsentFieldsProps) {
  const box = useRef<HTMLInputElement>(null);
  // Before the page is hydrated the button is enabled, and the browser itself asks for the tick.
  const [isTicked, setTicked] = useState(true);
  useEffect(() => {
    setTicked(box.current?.checked ?? false);
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div className="stack full-width gap-16">
      <div className="padding-block-12 line-above line-below">
        <Flag
          ref={box}
          name={CONSENT_FIELD}
          required
          onChange={(event) => setTicked(event.target.checked)}
          label={
            <>
              I am {MINIMUM_AGE} or older, and I accept the{" "}
              <a href="/terms" target="_blank" rel="noopener">
                Terms
              </a>{" "}
              and the{" "}
              <a href="/privacy-policy" target="_blank" rel="noopener">
                Privacy Policy
              </a>
              .
            </>
          }
        />
      </div>
      {problem !== null && <Problem>{problem}</Problem>}
      <Button look="primary" size="large" type="submit" disabled={!isTicked} aria-disabled={isSaving}>
        {isSaving ? "Saving..." : "Continue"}
      </Button>
      <p className="muted smaller text-start">Stories for adults ask once more, at {ADULT_AGE}.</p>
    </div>
  );
}

/** Where on the site the consent was given, for the record. */
export const CONSENT_SOURCE = "age-gate";
export const CONSENT_FIELD = "consent";
export const CONSENT_NOT_SAVED = "Your consent could not be saved.";

/** What is put on record, in its current version. The server adds the time and the address. */
export const LEGAL_CONFIRMATION = {
  ageConfirmed13: true,
  acceptedTermsAt: true,
  acceptedPrivacyAt: true,
  legalConsent: { version: LEGAL_CONSENT_VERSION, source: CONSENT_SOURCE },
} satisfies AgeConfirmation;
