import { useEffect, useRef, useState } from "react";
import { Problem } from "#app/features/layout/page.tsx";
import { Button } from "#app/ui/button.tsx";
import type { AgeConfirmation } from "#domain/account.ts";
import { ADULT_AGE, LEGAL_CONSENT_VERSION, MINIMUM_AGE } from "#domain/legal.ts";
import styles from "./age-gate.module.css";

export const CONSENT_TITLE = "Before the first page";
export const CONSENT_LEAD = "One thing to settle, then the shelf is yours.";

type ConsentFieldsProps = { problem: string | null; isSaving: boolean; takesFocus?: boolean };

/** What stands in the form of the age and terms gate: the checkbox, what went wrong, and the button. */
export function ConsentFields({ problem, isSaving, takesFocus = false }: ConsentFieldsProps) {
  const { isTicked, box, setTicked } = useTicked(takesFocus);
  return (
    <div className={styles.fields}>
      <label className={styles.consent}>
        <input
          ref={box}
          type="checkbox"
          name={CONSENT_FIELD}
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
      {problem !== null && <Problem>{problem}</Problem>}
      <Button look="primary" size="large" type="submit" disabled={!isTicked} aria-disabled={isSaving}>
        {isSaving ? "Saving..." : "Continue"}
      </Button>
      <p className={styles.small}>Stories for adults ask once more, at {ADULT_AGE}.</p>
    </div>
  );
}

/** Before the page is hydrated the button is enabled, and the browser itself asks for the tick. */
function useTicked(takesFocus: boolean) {
  const box = useRef<HTMLInputElement>(null);
  const [isTicked, setTicked] = useState(true);
  useEffect(() => {
    setTicked(box.current?.checked ?? false);
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return { box, isTicked, setTicked };
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
