import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import type { AgeConfirmation } from "#domain/account.ts";
import { NSFW_CONSENT_VERSION } from "#domain/legal.ts";

/** What is put on record, in its current version. */
export const ADULT_CONFIRMATION = {
  ageConfirmed18NSFW: true,
  nsfwEnabled: true,
  nsfwConsent: { version: NSFW_CONSENT_VERSION },
} satisfies AgeConfirmation;

export const NOT_SAVED = "Your confirmation could not be saved.";

/** Puts on record that the caller is an adult. Gives what went wrong, `null` when it is on record. */
export async function confirmAdult(userId: string): Promise<string | null> {
  const path = `/api/users/${encodeURIComponent(userId)}/age-confirmation`;
  try {
    await callApi("PATCH", path, v.unknown(), { body: { settings: ADULT_CONFIRMATION } });
    return null;
  } catch (error) {
    return `${NOT_SAVED} ${asFailure(error).message}`;
  }
}
