import { Hono } from "hono";
import * as v from "valibot";
import { COVER_KINDS } from "#domain/cover.ts";
import { AppError } from "#domain/errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { drawCover } from "./cover.ts";

const coverFile = /^([0-9a-f]{8})-(book|plate)\.svg$/;

/** What the address of a cover says, as `toCoverPath` has made it. The edition is for those who keep covers, not for us. */
const coverSchema = v.pipe(
  v.object({ kind: v.picklist(COVER_KINDS), file: v.pipe(v.string(), v.regex(coverFile)) }),
  v.transform(({ kind, file }) => {
    const [, seed = "", shape] = coverFile.exec(file) ?? [];
    return { kind, seed: Number.parseInt(seed, 16), shape: shape === "plate" ? "plate" : "book" } as const;
  }),
);

/** A year: the address says which edition of the drawings it is of. */
const KEPT_FOR_S = 31_536_000;

/**
 * `/covers/{kind}/{seed}-{shape}.svg`: public, the same for everybody. It is routed before the caller is identified, so
 * that a shelf of covers reads no session. It is drawn at each request: that takes 0.02 ms, less than a look into a cache, and there are
 * too many of them to store. Browsers keep it.
 */
export const coverRoutes = new Hono<AppEnv>().get("/:kind/:file", ({ req, body }) => {
  const cover = v.safeParse(coverSchema, req.param());
  if (!cover.success) throw new AppError("NOT_FOUND");
  return body(drawCover(cover.output), 200, {
    "Content-Type": "image/svg+xml; charset=utf-8",
    "Cache-Control": `public, max-age=${KEPT_FOR_S}, immutable`,
    // The SVG must load nothing, run no script, and not be framed.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
});
