/** Where a person lands who wanted no page in particular. */
export const AFTER_SIGN_IN = "/home";

/** A longer one is none of ours, and would not fit the cookie that carries it through a sign-in. */
const LENGTH_MAX = 2_000;
/** Stripe's checkout sessions have ids of about 70 characters. */
const SESSION_ID_MAX = 255;
/** Going back to one of these would only sign in, or out, again. */
const NOWHERE = /^\/(login|logout|auth)(\/|$)/;

/**
 * The path of this site that a query, a form or a cookie asks to go on to; anything else is the default. `//evil`,
 * `/\evil`, `https:…`, and what a browser would tidy into one of those, all lead nowhere else.
 */
export function toReturnPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return AFTER_SIGN_IN;
  const base = "http://here.invalid";
  const url = URL.parse(wanted, base);
  if (url?.origin !== base || NOWHERE.test(url.pathname)) return AFTER_SIGN_IN;
  // "/.//evil" is tidied into a path that would name a host again when it is followed.
  if (url.pathname.startsWith("//")) return AFTER_SIGN_IN;
  const path = url.pathname + url.search + url.hash;
  return path.length > LENGTH_MAX ? AFTER_SIGN_IN : path;
}

/** The sign-in page, from where one comes back to a path of this site. */
export function toSignInPath(returnTo: string): string {
  return `/login?${new URLSearchParams({ returnTo })}`;
}

/** The page of the age and terms gate, from where one comes back to a path of this site. */
export function toWelcomePath(returnTo: string): string {
  return `/welcome?${new URLSearchParams({ returnTo })}`;
}

/** The page that verifies a payment; `null` without the id of a checkout session. */
export function toPaymentPath(sessionId: string | null): string | null {
  if (sessionId === null || sessionId === "" || sessionId.length > SESSION_ID_MAX) return null;
  return `/payment/success?${new URLSearchParams({ session_id: sessionId })}`;
}
