import { Hono } from "hono";
import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { coverSchema } from "./address.ts";
import { drawCover } from "./cover.ts";

/** A year: the address says which edition of the drawings it is of. */
const KEPT_FOR_S = 31_536_000;

/**
 * `/covers/{kind}/{seed}-{shape}.svg`: public, the same for everybody. It is routed before the caller is identified, so
 * that a shelf of covers reads no session.
 */
export const coverRoutes = new Hono<AppEnv>().get("/:kind/:file", ({ req, body }) => {
  const cover = v.safeParse(coverSchema, req.param());
  if (!cover.success) throw new AppError("NOT_FOUND");
  return body(drawCover(cover.output), 200, {
    "Content-Type": "image/svg+xml; charset=utf-8",
    "Cache-Control": `public, max-age=${KEPT_FOR_S}, immutable`,
    // A picture alone: it loads nothing, runs nothing, and is framed by nobody.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
});
