import { type Cookie, createCookie } from "react-router";
import { isSecureCookie, toCookieName, writeCookie } from "#domain/cookies.ts";

/**
 * The name of a cookie that belongs to one server. Cookies ignore ports, so it contains the port, if there is one: two
 * servers on one machine don't sign each other out.
 */
export function hostCookieName(name: string, origin: string): string {
  const [, port] = /:(\d+)$/.exec(origin) ?? [];
  return toCookieName(port === undefined ? name : `${name}-${port}`, origin);
}

/** A signed cookie that no script can read. `maxAge` is in seconds. */
export function signedCookie(name: string, options: { secret: string; maxAge: number }): Cookie {
  return createCookie(name, {
    secrets: [options.secret],
    httpOnly: true,
    secure: isSecureCookie(name),
    sameSite: "lax",
    path: "/",
    maxAge: options.maxAge,
  });
}

/** The `Set-Cookie` value that makes a browser forget a cookie of ours. */
export function forgetCookie(name: string): string {
  return writeCookie(name, "", { maxAge: 0, httpOnly: true });
}

/** Names of the cookies in a `Cookie` header, in its order: browsers put older ones first. */
export function cookieNames(header: string | null): string[] {
  return (header ?? "").split(";").flatMap((pair) => pair.trim().split("=", 1));
}
