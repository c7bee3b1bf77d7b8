import * as v from "valibot";
import { type AgeConfirmation, NSFW_CONSENT_VERSION } from "#domain/account.ts";

/** What is put on record, in its current version. */
export const ADULT_CONFIRMATION = {
  ageConfirmed18NSFW: true,
  nsfwEnabled: true,
  nsfwConsent: { version: NSFW_CONSENT_VERSION },
} satisfies AgeConfirmation;

export const NOT_SAVED = "Your confirmation could not be saved.";

const failureSchema = v.object({ message: v.string() });

/** Puts on record that the caller is an adult. Gives what went wrong, `null` when it is on record. */
export async function confirmAdult(userId: string): Promise<string | null> {
  try {
    const response = await fetch(`/api/users/${encodeURIComponent(userId)}/age-confirmation`, {
      method: "PATCH",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ settings: ADULT_CONFIRMATION }),
    });
    if (response.ok) return null;
    const { message } = v.parse(failureSchema, await response.json());
    return `${NOT_SAVED} ${message}`;
  } catch {
    return `${NOT_SAVED} Please check your connection and try again.`;
  }
}
