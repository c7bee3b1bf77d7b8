import { type Cookie, createCookie } from "react-router";

/**
 * The name of a cookie of this site. `__Host-` binds it to this host; browsers keep such cookies on http://localhost as
 * well. Cookies ignore ports, so the name contains the port, if there is one: two servers on one machine don't sign each
 * other out.
 */
export function hostCookieName(name: string, origin: string): string {
  const [, port] = /:(\d+)$/.exec(origin) ?? [];
  return `__Host-talespark-${name}${port === undefined ? "" : `-${port}`}`;
}

/** A signed cookie that no script can read. `maxAge` is in seconds. */
export function signedCookie(name: string, options: { secret: string; maxAge: number }): Cookie {
  return createCookie(name, {
    secrets: [options.secret],
    httpOnly: true,
    secure: true,
    sameSite: "lax",
    path: "/",
    maxAge: options.maxAge,
  });
}

/** The `Set-Cookie` value that makes a browser forget a cookie of ours. */
export function forgetCookie(name: string): string {
  return `${name}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;
}

/** Names of the cookies in a `Cookie` header, in its order: browsers put older ones first. */
export function cookieNames(header: string | null): string[] {
  return (header ?? "").split(";").flatMap((pair) => pair.trim().split("=", 1));
}
