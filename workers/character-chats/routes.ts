import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { sendPrivatePicture } from "../http/send-picture.ts";

/** `/chat-pictures/{chatId}/{version}`: pictures of the caller's own chats, for nobody else. */
export const chatPictureRoutes = new Hono<AppEnv>().get("/:chatId/:version", async (context) => {
  const { chatId, version } = context.req.param();
  return sendPrivatePicture(context, await context.var.services.chats.picture(chatId, version));
});
