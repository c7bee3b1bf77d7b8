import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
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

/** Stores the caller's consent. Returns what went wrong, or `null` once the server has stored it. */
export async function giveConsent(userId: string): Promise<string | null> {
  const path = `/api/users/${encodeURIComponent(userId)}/age-confirmation`;
  try {
    await callApi("PATCH", path, v.unknown(), { body: { settings: LEGAL_CONFIRMATION } });
    return null;
  } catch (error) {
    return `${CONSENT_NOT_SAVED} ${asFailure(error).message}`;
  }
}
