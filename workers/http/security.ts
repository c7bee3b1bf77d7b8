import type { Context, MiddlewareHandler } from "hono";
import { CONVERSION_PICTURE } from "#domain/billing.ts";
import { AppError } from "#domain/errors.ts";
import { isLoopback } from "#domain/loopback.ts";
import { type AppEnv, isForPrograms } from "./app-env.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whatever may change something, and every socket, has to come from a page of ours: else FORBIDDEN_ORIGIN. Asked of every
 * request alike, because a form of another site changes something without the session cookie as well: a sign-out clears
 * it. A bearer token is never sent by a browser alone. Without `Origin` and `Sec-Fetch-Site` it is no browser of today;
 * with a cookie it is refused all the same.
 */
export function requireOwnOrigin(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { req } = context;
    const matters = req.header("Upgrade") !== undefined || !SAFE_METHODS.has(req.method);
    if (matters && !hasBearerToken(context) && !isFromOwnPage(context))
      throw new AppError("FORBIDDEN_ORIGIN");
    await next();
  };
}

function hasBearerToken({ req }: Context<AppEnv>): boolean {
  return isForPrograms(req.path) && /^Bearer\b/i.test(req.header("Authorization") ?? "");
}

function isFromOwnPage({ req, var: { origin } }: Context<AppEnv>): boolean {
  const named = req.header("Origin");
  if (named !== undefined) return named === origin;
  const site = req.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "same-origin";
  return req.header("Cookie") === undefined;
}

/**
 * A site with an HTTPS address answers nothing over plain HTTP: pages are redirected to HTTPS, everything else is HTTPS_REQUIRED. The
 * proxy in front of the Worker says how the request came. A caller who fakes that header only affects their own request.
 */
export function requireHttps(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const {
      req,
      var: { origin },
    } = context;
    const isPlain = origin.startsWith("https:") && req.header("X-Forwarded-Proto") === "http";
    if (!isPlain) return next();
    if (!SAFE_METHODS.has(req.method) || isForPrograms(req.path)) throw new AppError("HTTPS_REQUIRED");
    const { pathname, search } = new URL(req.url);
    return context.redirect(origin + pathname + search, 308);
  };
}

/**
 * A site of this machine alone answers only under names of this machine: else FORBIDDEN_ORIGIN. Another site can make its own name lead
 * here (DNS rebinding), and its pages could read the answers. The names of other sites are checked before the Worker is asked, by the
 * platform or the gateway.
 */
export function requireOwnHost(): MiddlewareHandler<AppEnv> {
  return async ({ req, var: { origin } }, next) => {
    const isLocal = isLoopback(new URL(origin).hostname);
    if (isLocal && !isLoopback(new URL(req.url).hostname)) throw new AppError("FORBIDDEN_ORIGIN");
    await next();
  };
}

/** A fresh nonce for one page's scripts, 128 bits. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/** Puts the headers on an answer that tell browsers what it may do. */
export function setSecurityHeaders(headers: Headers, context: Context<AppEnv>): void {
  const forPrograms = isForPrograms(context.req.path);
  headers.set("X-Content-Type-Options", "nosniff");
  // The address of a reading copy is what lets its readers in: no other site is told where a link came from. Forms still need an `Origin`.
  const isShare = context.req.path.startsWith("/s/");
  headers.set("Referrer-Policy", isShare ? "same-origin" : "strict-origin-when-cross-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set(
    "Permissions-Policy",
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  );
  headers.set("X-Frame-Options", "DENY");
  if (forPrograms) headers.set("Content-Security-Policy", PROGRAM_POLICY);
  else if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", pagePolicy(context, [`'nonce-${context.var.nonce}'`]));
  }
  // Browsers must not keep the pages of signed-in people: after a sign-out, Back would show them to the next person. Answers
  // with a Cache-Control of their own are pictures, for this browser alone, and public pages.
  if (forPrograms) headers.set("Cache-Control", "no-store");
  else if (!headers.has("Cache-Control")) {
    headers.set("Cache-Control", context.var.services?.person ? "no-store" : "private, no-cache");
  }
  if (context.var.origin?.startsWith("https:")) {
    headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  }
}

const PROGRAM_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What a page may do. `inlineScripts`: the sources that allow its own inline scripts, a nonce or hashes. */
export function pagePolicy(context: Context<AppEnv>, inlineScripts: readonly string[]): string {
  // Before the settings are known there is only the plain page that says so.
  if (!context.var.settings) return PROGRAM_POLICY;
  const { origin, settings } = context.var;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts].join(" "),
    // Toasts and positioned menus write their styles at run time, and a nonce would not reach style attributes.
    "style-src 'self' 'unsafe-inline'",
    // No pictures of other sites, so the issuer's portraits are not shown. The one exception reports a purchase to the
    // advertising network, where one is configured.
    ["img-src 'self' data: blob:", ...(settings.CONVERSION_PIXEL_ID ? [CONVERSION_PICTURE] : [])].join(" "),
    "media-src 'self' blob:",
    // Not every browser counts a socket to the same host as 'self'.
    `connect-src 'self' ${origin.replace(/^http/, "ws")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
