import { Hono } from "hono";
import { AppError } from "#domain/errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { PORTRAIT_SIZES } from "./portraits.ts";

/** A year: each picture has an address of its own. */
const KEPT_FOR_S = 31_536_000;

/** `/portraits/{characterId}/{version}/{size}`: pictures of the caller's own characters, for nobody else. */
export const portraitRoutes = new Hono<AppEnv>().get("/:characterId/:version/:size", async (context) => {
  const { characterId, version, size } = context.req.param();
  const known = PORTRAIT_SIZES.find((one) => String(one) === size);
  if (known === undefined) throw new AppError("NOT_FOUND");
  const { body, mediaType, etag } = await context.var.services.characters.portrait(
    characterId,
    version,
    known,
  );
  const headers = {
    ETag: etag,
    "Cache-Control": `private, max-age=${KEPT_FOR_S}, immutable`,
    "X-Content-Type-Options": "nosniff",
    // A picture alone: it loads nothing, runs nothing, and is framed by nobody.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
  if (context.req.header("If-None-Match") === etag) {
    await body.cancel();
    return context.body(null, 304, headers);
  }
  return context.body(body, 200, { ...headers, "Content-Type": mediaType });
});
