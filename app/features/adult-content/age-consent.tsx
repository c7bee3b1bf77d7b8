import type { ComponentProps } from "react";
import { Flag } from "#app/ui/field.tsx";
import type { AgeConfirmation } from "#domain/account.ts";
import { ADULT_AGE, NSFW_CONSENT_VERSION } from "#domain/legal.ts";

/** Where the confirmation has a page of its own. */
export const AGE_PAGE = "/age-confirmation";
export const AGE_TITLE = "Confirm Your Age";
export const AGE_TEXT = `Adult content (NSFW) is for readers of ${ADULT_AGE} or more. We keep a record of when you confirmed it.`;
export const AGE_FIELD = "isAdult";

/** The checkbox of the consent. */
export function AgeConsent(input: Omit<ComponentProps<"input">, "type" | "name" | "required">) {
  return <Flag {...input} name={AGE_FIELD} required label={`I am ${ADULT_AGE} years old or older.`} />;
}

/** What is put on record, in its current version. */
export const ADULT_CONFIRMATION = {
  ageConfirmed18NSFW: true,
  nsfwEnabled: true,
  nsfwConsent: { version: NSFW_CONSENT_VERSION },
} satisfies AgeConfirmation;

export const NOT_SAVED = "Your confirmation could not be saved.";
