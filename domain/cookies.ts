const PLAIN_LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/**
 * The name of a cookie of this site. `__Host-` binds it to this host and to HTTPS. WebKit, Safari's engine, refuses such
 * cookies on http://localhost, so on a loopback address without HTTPS, and only there, they go without.
 */
export function toCookieName(name: string, origin: string): string {
  return `${PLAIN_LOOPBACK.test(origin) ? "" : "__Host-"}talespark-${name}`;
}

/** Whether a cookie of this name is sent over HTTPS alone. */
export function isSecureCookie(name: string): boolean {
  return name.startsWith("__Host-");
}

/** A `Set-Cookie` value. `maxAge` is in seconds; 0 removes the cookie, and without it the cookie ends with the browser. */
export function writeCookie(
  name: string,
  value: string,
  { maxAge, httpOnly }: { maxAge?: number; httpOnly?: true } = {},
): string {
  const age = maxAge === undefined ? "" : ` Max-Age=${maxAge};`;
  return `${name}=${value}; Path=/;${age}${httpOnly ? " HttpOnly;" : ""}${isSecureCookie(name) ? " Secure;" : ""} SameSite=Lax`;
}
