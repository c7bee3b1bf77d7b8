import * as v from "valibot";
import { boundedText } from "./input.ts";

/** A person whose last sign-in is longer ago than this must sign in again before the account is deleted. */
export const RECENT_SIGN_IN_MS = 15 * 60_000;
/** The phrase that confirms a deletion if no e-mail address is known; everybody may type it. */
export const DELETION_PHRASE = "delete my account";
/** An e-mail address has at most 254 characters. */
const CONFIRMATION_MAX = 254;

/** `DELETE /api/users/{userId}`. */
export const deleteAccountSchema = v.object({
  confirmation: boundedText({
    required: "Please type what we asked you to.",
    max: CONFIRMATION_MAX,
    tooLong: "This is not what we asked you to type.",
  }),
});

/** Whether this confirms the deletion of the account with that address. Case and spaces around it don't matter. */
export function isConfirmed(typed: string, email: string | null): boolean {
  const text = typed.trim().toLowerCase();
  return text === DELETION_PHRASE || (email !== null && text === email.toLowerCase());
}
