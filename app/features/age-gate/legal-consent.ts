import type { AgeConfirmation } from "#domain/account.ts";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";

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
