import { toCookieName, writeCookie } from "#domain/cookies.ts";
import { keepText, listKept } from "./browser-storage.ts";

/** The database in which the browser keeps stories. */
export const STORE_NAME = "talespark";
/** What they are under in it. */
export const KEPT_STORIES = "stories";

/** Where the signed-in person has left the conversations that they read last. */
export const PLACES_KEY = "talespark:places";

/** The theme that this browser showed a signed-in person last. */
export const THEME_KEY = "talespark:theme";

/** How the signed-in person listens: the speed, and who has which voice. */
export const VOICES_KEY = "talespark:voices";

/** What is kept for longer than a visit only with consent to "functional" cookies, besides the reading settings. */
export const HINTS_KEY_PREFIX = "talespark:hints-dismissed:";
export const READING_COOKIE = "type";

/** Removes all of it, when the consent is taken back or not given. */
export function forgetFunctional(): void {
  for (const key of listKept("local")) {
    if (key.startsWith(HINTS_KEY_PREFIX)) keepText("local", key, null);
  }
  if (typeof document === "undefined") return;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Firefox before 140
  document.cookie = writeCookie(toCookieName(READING_COOKIE, location.origin), "", { maxAge: 0 });
}
