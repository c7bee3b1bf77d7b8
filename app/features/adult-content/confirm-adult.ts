import type { AgeConfirmation } from "#domain/account.ts";
import { NSFW_CONSENT_VERSION } from "#domain/legal.ts";

/** What is put on record, in its current version. */
export const ADULT_CONFIRMATION = {
  ageConfirmed18NSFW: true,
  nsfwEnabled: true,
  nsfwConsent: { version: NSFW_CONSENT_VERSION },
} satisfies AgeConfirmation;

export const NOT_SAVED = "Your confirmation could not be saved.";
