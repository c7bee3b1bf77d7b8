import { Hono } from "hono";
import * as v from "valibot";
import { chatConfigSchema, createChatSchema, updateChatSchema } from "#domain/chat.ts";
import { requestIdSchema } from "#domain/ids.ts";
import { MESSAGES_PER_PAGE_MAX, messageContentSchema } from "#domain/message.ts";
import type { AppEnv } from "../http/app-env.ts";
import { allowOnly, readBody, readQuery, requireCallerNamed, requireSignedIn } from "./input.ts";
import { limitSchema, linkNext } from "./paging.ts";

const listQuery = v.object({ cursor: v.optional(v.string()), limit: limitSchema(100) });
const messagesQuery = v.object({ before: v.optional(v.string()), limit: limitSchema(MESSAGES_PER_PAGE_MAX) });
const sendBody = v.object({ content: messageContentSchema, requestId: v.optional(requestIdSchema) });
const regenerateBody = v.object({ requestId: v.optional(requestIdSchema) });

/** `/api/character-chats`: the caller's own chats. */
export const chatRoutes = new Hono<AppEnv>()
  .use(requireSignedIn())

  .post("/", async (context) => {
    const { chats } = context.var.services;
    return context.json(await chats.create(await readBody(context, createChatSchema)), 201);
  })
  .all("/", allowOnly("POST"))

  .get("/user/:userId", async (context) => {
    requireCallerNamed(context, context.req.param("userId"));
    const { chats, next } = await context.var.services.chats.list(readQuery(context, listQuery));
    linkNext(context, "cursor", next);
    return context.json(chats);
  })
  .all("/user/:userId", allowOnly("GET"))

  .get("/user/:userId/deleted", async (context) => {
    requireCallerNamed(context, context.req.param("userId"));
    const { chats, next } = await context.var.services.chats.deleted(readQuery(context, listQuery));
    linkNext(context, "cursor", next);
    return context.json(chats);
  })
  .all("/user/:userId/deleted", allowOnly("GET"))

  .get("/:chatId", async (context) => {
    const { chat, page } = await context.var.services.chats.open(context.req.param("chatId"));
    return context.json({ chat, messages: page.messages });
  })
  .patch("/:chatId", async (context) => {
    const { chats } = context.var.services;
    const change = await readBody(context, updateChatSchema);
    return context.json(await chats.update(context.req.param("chatId"), change));
  })
  .delete("/:chatId", async (context) => {
    await context.var.services.chats.remove(context.req.param("chatId"));
    return context.body(null, 204);
  })
  .all("/:chatId", allowOnly("GET", "PATCH", "DELETE"))

  .post("/:chatId/restore", async (context) =>
    context.json(await context.var.services.chats.restore(context.req.param("chatId"))),
  )
  .all("/:chatId/restore", allowOnly("POST"))

  .post("/:chatId/config", async (context) => {
    const { chats } = context.var.services;
    const config = await readBody(context, chatConfigSchema);
    const { metadata } = await chats.configure(context.req.param("chatId"), config);
    return context.json({ metadata });
  })
  .all("/:chatId/config", allowOnly("POST"))

  .get("/:chatId/last-prompt", async (context) => {
    const { chats } = context.var.services;
    return context.json({ prompt: await chats.lastPrompt(context.req.param("chatId")) });
  })
  .all("/:chatId/last-prompt", allowOnly("GET"))

  .get("/:chatId/messages", async (context) => {
    const { chats } = context.var.services;
    const { messages, before } = await chats.messages(
      context.req.param("chatId"),
      readQuery(context, messagesQuery),
    );
    linkNext(context, "before", before);
    return context.json(messages);
  })
  .post("/:chatId/messages", async (context) => {
    const { content, requestId } = await readBody(context, sendBody);
    const { chats } = context.var.services;
    return context.json(await chats.send(context.req.param("chatId"), content, requestId));
  })
  .all("/:chatId/messages", allowOnly("GET", "POST"))

  .post("/:chatId/regenerate", async (context) => {
    const { requestId } = await readBody(context, regenerateBody);
    return context.json(await context.var.services.chats.regenerate(context.req.param("chatId"), requestId));
  })
  .all("/:chatId/regenerate", allowOnly("POST"))

  .post("/:chatId/picture", async (context) =>
    context.json(await context.var.services.chats.paint(context.req.param("chatId"))),
  )
  .all("/:chatId/picture", allowOnly("POST"));
