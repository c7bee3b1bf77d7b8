import type { UserRecord } from "./account.ts";
import { toCookieName, writeCookie } from "./cookies.ts";

/**
 * Whether adult content is shown and written for a person now: they have confirmed their age and not switched it off. The flag of a
 * story, a chat or a character counts only together with this.
 */
export function allowsAdult(user: Pick<UserRecord, "ageConfirmed18NSFW" | "nsfwEnabled">): boolean {
  return user.ageConfirmed18NSFW && user.nsfwEnabled;
}

/** Whether a reader sees copies of stories for adults. Without an account they must have said that they are 18. */
export function maySeeAdultCopies(user: UserRecord | null, cookies: string | null): boolean {
  return hasAdultCookie(cookies) || (user !== null && allowsAdult(user));
}

const ADULT_COOKIE = "adult";

/** The cookie of a reader without an account who has said that they are 18. It ends when the browser is closed. */
export function toAdultCookie(origin: string): string {
  return writeCookie(toCookieName(ADULT_COOKIE, origin), "1", { httpOnly: true });
}

export function hasAdultCookie(cookies: string | null): boolean {
  return /(?:^|;\s*)(?:__Host-)?talespark-adult=1(?:;|$)/.test(cookies ?? "");
}
