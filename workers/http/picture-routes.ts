import { type Context, Hono } from "hono";
import { AppError } from "#domain/errors.ts";
import { SHARE_FRESH_S } from "#domain/share.ts";
import { PORTRAIT_SIZES } from "../characters/portrait-store.ts";
import type { AppEnv } from "./app-env.ts";

/** `/portraits/{characterId}/{version}/{size}`: pictures of the caller's own characters, for nobody else. */
export const portraitRoutes = new Hono<AppEnv>().get("/:characterId/:version/:size", async (context) => {
  const { characterId, version, size } = context.req.param();
  const known = PORTRAIT_SIZES.find((one) => String(one) === size);
  if (known === undefined) throw new AppError("NOT_FOUND");
  const { characters } = context.var.services;
  return sendPicture(context, KEPT, await characters.portrait(characterId, version, known));
});

/** `/chat-pictures/{chatId}/{version}`: pictures of the caller's own chats, for nobody else. */
export const chatPictureRoutes = new Hono<AppEnv>().get("/:chatId/:version", async (context) => {
  const { chatId, version } = context.req.param();
  return sendPicture(context, KEPT, await context.var.services.chats.picture(chatId, version));
});

/** `/s/{token}/preview/{mark}`: the picture of a reading copy. Caches keep it as long as the copy's page. */
export const previewRoutes = new Hono<AppEnv>().get("/:token/preview/:mark", async (context) => {
  const { token, mark } = context.req.param();
  return sendPicture(context, SHARED, await context.var.services.readingCopies.preview(token, mark));
});

/** Only its owner may see it: their browser alone keeps it, a year, for each picture has an address of its own. */
const KEPT = { "Cache-Control": "private, max-age=31536000, immutable" };
const SHARED = {
  "Cache-Control": "public, max-age=0",
  "CDN-Cache-Control": `public, max-age=${SHARE_FRESH_S}`,
  "X-Robots-Tag": "noindex",
};

async function sendPicture(
  context: Context<AppEnv>,
  caching: Record<string, string>,
  { body, mediaType, etag }: { body: ReadableStream; mediaType: string; etag: string },
): Promise<Response> {
  const headers = {
    ETag: etag,
    ...caching,
    // An SVG may contain more than a picture: it must load nothing, run no script, and not be framed.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
  if (context.req.header("If-None-Match") === etag) {
    await body.cancel();
    return context.body(null, 304, headers);
  }
  return context.body(body, 200, { ...headers, "Content-Type": mediaType });
}
