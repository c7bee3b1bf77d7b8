import type { Context, MiddlewareHandler } from "hono";
import { isSharedPage, isSharePage } from "#domain/public-pages.ts";
import { SHARE_FRESH_S } from "#domain/share.ts";
import type { AppEnv } from "./app-env.ts";
import { cookieNames, hostCookieName } from "./cookies.ts";
import { pagePolicy } from "./security.ts";

/**
 * Seconds for which a shared cache answers by itself; for how many more while it asks for a new copy; and for how many while the Worker
 * fails.
 */
const FRESH_S = 600;
const STALE_S = 3_600;
const STALE_ON_ERROR_S = 86_400;
/** A browser asks each time. */
const CACHE_CONTROL = "public, max-age=0";
/** For the platform's cache. In `Cache-Control` this would need `s-maxage`, with which it never gives out a stale copy. */
const SHARED_CACHE_CONTROL = `public, max-age=${FRESH_S}, stale-while-revalidate=${STALE_S}, stale-if-error=${STALE_ON_ERROR_S}`;

/** Bytes of pages that an isolate keeps. Beyond them the oldest goes: there are any number of reading copies. */
const KEPT_MAX_BYTES = 16 * 1024 * 1024;

/** A rendered public page. It is the same for all visitors. */
type FinishedPage = {
  /** The address of the request, with its host, because the page may contain it. */
  url: string;
  type: string;
  html: Uint8Array<ArrayBuffer>;
  /** The hashes of its inline scripts, as sources of a Content-Security-Policy. */
  hashes: readonly string[];
  etag: string;
  /** `Link`: what the browser loads before it has read the page. `X-Robots-Tag`: what search engines may do with a reading copy. */
  headers: Record<string, string>;
  /** Before anything was read for it, in milliseconds since 1970. */
  madeAt: number;
  isShare: boolean;
};

/**
 * Lets shared caches keep the public pages of visitors without a session: these are the same for everybody. What comes with
 * a session cookie is answered freshly, and `Vary: Cookie` keeps the two apart in every cache. A nonce would be the same in
 * every copy, and so worth nothing: the scripts that were rendered with this request's nonce are allowed by their hashes
 * instead, which belong to exactly this text. Who asks again with the `ETag` of the same text gets 304.
 *
 * The isolate also keeps the rendered pages for `FRESH_S`, one for each path: if no shared cache answers, a page is not rendered
 * again for each visit. A kept page answers only requests for exactly its address, because the host and the query can change the
 * page. The headers of a request can't.
 *
 * Pages of reading copies are kept only if they say so themselves, and never longer than `SHARE_FRESH_S` after they were begun, in this
 * memory and in shared caches together: a revoked copy is gone by then.
 */
export function cachePublicPages(): MiddlewareHandler<AppEnv> {
  const finished = new Map<string, FinishedPage>();
  return async (context, next) => {
    const { req } = context;
    // Not Hono's path, which is decoded: React Router and the loaders see another page at /%66eatures than at /features.
    const { origin, pathname } = new URL(req.url);
    if (!isSharedPage(pathname)) return next();
    const isForEverybody = req.method === "GET" && !hasSessionCookie(context) && !context.var.refusal;
    const isShare = isSharePage(pathname);
    const isPlain = req.url === origin + pathname;
    const key = req.url.slice(origin.length);
    const known = isForEverybody && (isPlain || isShare) ? finished.get(key) : undefined;
    const freshS = isShare ? SHARE_FRESH_S : FRESH_S;
    if (known?.url === req.url && Date.now() - known.madeAt < freshS * 1000) {
      context.res = answerWith(known, context);
      return;
    }

    const madeAt = Date.now();
    await next();
    const { res } = context;
    res.headers.append("Vary", "Cookie");
    if (!isForEverybody || res.status !== 200 || res.headers.has("Set-Cookie")) return;
    if (isShare && res.headers.get("Cache-Control") !== CACHE_CONTROL) return;
    const page = { ...(await finishPage(context)), madeAt, isShare };
    if (isPlain || isShare) keep(finished, key, page);
    context.res = undefined;
    context.res = answerWith(page, context);
  };
}

function keep(finished: Map<string, FinishedPage>, key: string, page: FinishedPage): void {
  finished.delete(key);
  finished.set(key, page);
  let bytes = 0;
  for (const { html } of finished.values()) bytes += html.byteLength;
  for (const [oldest, { html }] of finished) {
    if (bytes <= KEPT_MAX_BYTES) return;
    finished.delete(oldest);
    bytes -= html.byteLength;
  }
}

function hasSessionCookie({ req, var: { origin } }: Context<AppEnv>): boolean {
  return cookieNames(req.header("Cookie") ?? null).includes(hostCookieName("session", origin));
}

async function finishPage({
  req,
  res,
  var: { nonce },
}: Context<AppEnv>): Promise<Omit<FinishedPage, "madeAt" | "isShare">> {
  const { html, hashes } = await replaceNonce(await res.text(), nonce);
  const bytes = new TextEncoder().encode(html);
  return {
    url: req.url,
    type: res.headers.get("Content-Type") ?? "text/html; charset=utf-8",
    html: bytes,
    hashes,
    etag: `W/"${await hash(bytes)}"`,
    headers: Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => {
        const value = res.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  };
}

const KEPT_HEADERS = ["Link", "X-Robots-Tag"];

function answerWith(
  { type, html, hashes, etag, headers: kept, madeAt, isShare }: FinishedPage,
  context: Context<AppEnv>,
): Response {
  const headers = {
    "Content-Type": type,
    Vary: "Cookie",
    "Content-Security-Policy": pagePolicy(context, hashes),
    "Cache-Control": CACHE_CONTROL,
    "CDN-Cache-Control": isShare ? toShareCacheControl(madeAt) : SHARED_CACHE_CONTROL,
    ETag: etag,
    ...kept,
  };
  const isKnown = context.req.header("If-None-Match")?.includes(etag) ?? false;
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(html, { headers });
}

/** What is left of its time. Nothing stale is ever given out. */
function toShareCacheControl(madeAt: number): string {
  const leftS = Math.floor(SHARE_FRESH_S - (Date.now() - madeAt) / 1000);
  return leftS > 0 ? `public, max-age=${leftS}` : "no-store";
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
  return `'sha256-${await hash(new TextEncoder().encode(script))}'`;
}

/** SHA-256 in Base64. */
async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
