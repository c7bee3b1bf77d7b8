import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** A year: each picture has an address of its own. */
const KEPT_FOR_S = 31_536_000;

/** A picture that only its owner may see, kept by their browser alone. */
export async function sendPrivatePicture(
  context: Context<AppEnv>,
  { body, mediaType, etag }: { body: ReadableStream; mediaType: string; etag: string },
): Promise<Response> {
  const headers = {
    ETag: etag,
    "Cache-Control": `private, max-age=${KEPT_FOR_S}, immutable`,
    "X-Content-Type-Options": "nosniff",
    // An SVG may contain more than a picture: it must load nothing, run no script, and not be framed.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
  if (context.req.header("If-None-Match") === etag) {
    await body.cancel();
    return context.body(null, 304, headers);
  }
  return context.body(body, 200, { ...headers, "Content-Type": mediaType });
}
