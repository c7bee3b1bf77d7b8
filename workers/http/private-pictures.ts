import { type Context, Hono } from "hono";
import { AppError } from "#domain/errors.ts";
import { PORTRAIT_SIZES } from "../characters/portraits.ts";
import type { AppEnv } from "./app-env.ts";

/** `/portraits/{characterId}/{version}/{size}`: pictures of the caller's own characters, for nobody else. */
export const portraitRoutes = new Hono<AppEnv>().get("/:characterId/:version/:size", async (context) => {
  const { characterId, version, size } = context.req.param();
  const known = PORTRAIT_SIZES.find((one) => String(one) === size);
  if (known === undefined) throw new AppError("NOT_FOUND");
  const { characters } = context.var.services;
  return sendPrivatePicture(context, await characters.portrait(characterId, version, known));
});

/** `/chat-pictures/{chatId}/{version}`: pictures of the caller's own chats, for nobody else. */
export const chatPictureRoutes = new Hono<AppEnv>().get("/:chatId/:version", async (context) => {
  const { chatId, version } = context.req.param();
  return sendPrivatePicture(context, await context.var.services.chats.picture(chatId, version));
});

/** A year: each picture has an address of its own. */
const KEPT_FOR_S = 31_536_000;

/** A picture that only its owner may see, kept by their browser alone. */
async function sendPrivatePicture(
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
