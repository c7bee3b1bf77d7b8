/** Where a person lands who wanted no page in particular. */
export const AFTER_SIGN_IN = "/stories";

/** Going back to one of these would only sign in, or out, again. */
const NOWHERE = /^\/(login|logout|auth)(\/|$)/;

/**
 * The path to return to after signing in: one of this site, else the default. `//evil`, `/\evil`, `https:…`, and what
 * a browser would tidy into one of those, all lead nowhere else.
 */
export function safeReturnPath(wanted: string | null | undefined, origin: string): string {
  if (!wanted?.startsWith("/") || wanted.length > 2000) return AFTER_SIGN_IN;
  const url = URL.parse(wanted, origin);
  if (url?.origin !== origin || NOWHERE.test(url.pathname)) return AFTER_SIGN_IN;
  // "/.//evil" is tidied into a path that would name a host again when it is followed.
  if (url.pathname.startsWith("//")) return AFTER_SIGN_IN;
  return url.pathname + url.search + url.hash;
}
