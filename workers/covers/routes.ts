import { Hono } from "hono";
import * as v from "valibot";
import { COVER_EDITION } from "#domain/cover.ts";
import { AppError } from "#domain/errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { coverSchema } from "./address.ts";
import { drawCover } from "./cover.ts";

/** A year: the address says which edition of the drawings it is of. */
const KEPT_FOR_S = 31_536_000;
/** The name of this Worker's cache, of which each location of the platform has its own. */
export const COVER_CACHE = "covers";

/**
 * `/covers/{kind}/{seed}-{shape}.svg`: public, the same for everybody. It is routed before the caller is identified, so
 * that a shelf of covers reads no session. Each cover is drawn once at each location of the platform, whose cache keeps it;
 * nothing in a request but the path makes another picture.
 */
export const coverRoutes = new Hono<AppEnv>().get(
  "/:kind/:file",
  async ({ req, var: { origin }, executionCtx }) => {
    const cover = v.safeParse(coverSchema, req.param());
    if (!cover.success) throw new AppError("NOT_FOUND");
    const key = `${origin}${req.path}?${COVER_EDITION}`;
    const cache = await caches.open(COVER_CACHE);
    const kept = await cache.match(key);
    if (kept) return kept;
    const drawn = new Response(drawCover(cover.output), {
      headers: {
        "Content-Type": "image/svg+xml; charset=utf-8",
        "Cache-Control": `public, max-age=${KEPT_FOR_S}, immutable`,
        // The SVG must load nothing, run no script, and not be framed.
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      },
    });
    executionCtx.waitUntil(cache.put(key, drawn.clone()));
    return drawn;
  },
);
