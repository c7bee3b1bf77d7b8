import type { MiddlewareHandler } from "hono";
import { isSharedPage } from "#domain/public-pages.ts";
import type { AppEnv } from "./app-env.ts";
import { cookieNames, hostCookieName } from "./cookies.ts";
import { pagePolicy } from "./security.ts";

/** Seconds for which a shared cache answers by itself, and for how many more while it asks for a new copy. */
const FRESH_S = 600;
const STALE_S = 3600;
const CACHE_CONTROL = `public, max-age=0, s-maxage=${FRESH_S}, stale-while-revalidate=${STALE_S}`;

/**
 * Lets shared caches keep the public pages of visitors without a session: these are the same for everybody. What comes with
 * a session cookie is answered freshly, and `Vary: Cookie` keeps the two apart in every cache. A nonce would be the same in
 * every copy, and so worth nothing: the scripts that were rendered with this request's nonce are allowed by their hashes
 * instead, which belong to exactly this text. Who asks again with the `ETag` of the same text gets 304.
 */
export function cachePublicPages(): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await next();
    const { req, res } = context;
    if (!isSharedPage(req.path)) return;
    res.headers.append("Vary", "Cookie");
    const sessionCookie = hostCookieName("session", context.var.origin);
    const hasSession = cookieNames(req.header("Cookie") ?? null).includes(sessionCookie);
    if (hasSession || req.method !== "GET" || res.status !== 200) return;

    const { html, hashes } = await replaceNonce(await res.text(), context.var.nonce);
    const etag = `W/"${await hash(html)}"`;
    const headers = new Headers(res.headers);
    headers.set("Content-Security-Policy", pagePolicy(context, hashes));
    headers.set("Cache-Control", CACHE_CONTROL);
    headers.set("ETag", etag);
    const isKnown = req.header("If-None-Match")?.includes(etag) ?? false;
    context.res = undefined;
    context.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(html, { headers });
  };
}

/**
 * Takes the nonce out of a page, and gives the hash of each inline script that had it, as sources of a
 * Content-Security-Policy. A script without the nonce stays forbidden.
 */
async function replaceNonce(page: string, nonce: string): Promise<{ html: string; hashes: string[] }> {
  const attribute = ` nonce="${nonce}"`;
  const scripts = [...page.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
  const inline = scripts.flatMap(([, attributes = "", text = ""]) =>
    attributes.includes(attribute) && text !== "" ? [text] : [],
  );
  const hashes = await Promise.all(inline.map(hashSource));
  return { html: page.replaceAll(attribute, ""), hashes: [...new Set(hashes)] };
}

async function hashSource(script: string): Promise<string> {
  return `'sha256-${await hash(script)}'`;
}

/** SHA-256 in Base64. */
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
