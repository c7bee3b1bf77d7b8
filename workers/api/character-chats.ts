import * as v from "valibot";
import { chatConfigSchema, createChatSchema, updateChatSchema } from "#domain/chat.ts";
import { chatRecordSchema } from "#domain/chat-record.ts";
import { withTitlesBefore } from "#domain/edit-conflict.ts";
import { requestIdSchema } from "#domain/ids.ts";
import { generatedImageSchema, messageContentSchema, messageSchema, wishSchema } from "#domain/message.ts";
import { CHANGED_FIELDS, created, IMAGE_ERRORS, LIMITS, ok, paged, REPLY_ERRORS } from "./answers.ts";
import { addConversationOperations, messagesQuery } from "./conversation-operations.ts";
import { addDeletion } from "./deletion-operations.ts";
import { ApiArea } from "./operation.ts";
import { answerPage, linkNext, pageQuery } from "./paging.ts";

const sendBody = v.object({ content: messageContentSchema, requestId: v.optional(requestIdSchema) });
const regenerateBody = v.object({ requestId: v.optional(requestIdSchema), wish: wishSchema });

/** `/api/character-chats`: the caller's own chats. */
export const chatArea = new ApiArea({ base: "/character-chats", tag: "Character chats", access: "account" })
  .on("POST", "/", {
    id: "createChat",
    summary: "Begin a chat with a character",
    body: createChatSchema,
    answer: created(chatRecordSchema, "The chat."),
    errors: [
      "CHAT_LIMIT_EXCEEDED",
      "CHAT_TOTAL_EXCEEDED",
      "AGE_CONFIRMATION_REQUIRED",
      "REQUEST_CONFLICT",
      "NOT_FOUND",
    ],
    limits: LIMITS.newChats,
    handle: ({ services, body }) => services.chats.create(body),
  })

  .on("GET", "/user/:userId", {
    id: "listCharacterChats",
    summary: "List your chats",
    query: pageQuery,
    answer: paged(v.array(chatRecordSchema), "A page, the latest first."),
    handle: async ({ context, services, query }) => answerPage(context, await services.chats.list(query)),
  })

  .on("GET", "/:chatId", {
    id: "getChat",
    summary: "Read a chat and its last messages",
    answer: paged(
      v.object({ chat: chatRecordSchema, messages: v.array(messageSchema) }),
      "The chat and its last 50 messages, oldest first.",
    ),
    handle: async ({ context, services, params }) => {
      const { chat, page } = await services.chats.open(params.chatId);
      linkNext(context, "before", page.before, `/api/character-chats/${chat.chatId}/messages`);
      return { chat, messages: page.messages };
    },
  })
  .on("PATCH", "/:chatId", {
    id: "updateChat",
    summary: "Change a chat's title or description",
    description: CHANGED_FIELDS,
    body: withTitlesBefore(updateChatSchema),
    answer: ok(chatRecordSchema, "The chat as it is now."),
    errors: ["EDIT_CONFLICT"],
    handle: ({ services, params, body }) => services.chats.update(params.chatId, body),
  })

  .on("POST", "/:chatId/config", {
    id: "configureChat",
    summary: "Set how the character answers",
    body: chatConfigSchema,
    answer: ok(v.object({ metadata: chatRecordSchema.entries.metadata }), "The chat's metadata."),
    handle: async ({ services, params, body }) => {
      const { metadata } = await services.chats.configure(params.chatId, body);
      return { metadata };
    },
  })

  .on("GET", "/:chatId/messages", {
    id: "listChatMessages",
    summary: "Read a chat's messages",
    description:
      "The last 50 unless asked otherwise, oldest first. `before` reads backwards from a message, `path` from the end of another path than the open one.",
    query: messagesQuery,
    answer: paged(v.array(messageSchema), "A page of the messages."),
    handle: async ({ context, services, params, query }) => {
      const { messages, before } = await services.chats.conversations.readMessages(params.chatId, query);
      linkNext(context, "before", before);
      return messages;
    },
  })
  .on("POST", "/:chatId/messages", {
    id: "sendChatMessage",
    summary: "Say something, and get the reply",
    description: "It costs a Spark. The answer comes when the reply is whole.",
    body: sendBody,
    answer: ok(messageSchema, "The reply."),
    errors: ["MONTHLY_LIMIT_EXCEEDED", ...REPLY_ERRORS],
    limits: LIMITS.sends,
    handle: ({ services, params, body }) => services.chats.send(params.chatId, body.content, body.requestId),
  })

  .on("POST", "/:chatId/regenerate", {
    id: "regenerateReply",
    summary: "Ask for another version of the last reply",
    description: "It costs a Spark. The version before stays.",
    body: regenerateBody,
    answer: ok(messageSchema, "The new version."),
    errors: ["NOTHING_TO_REGENERATE", "MONTHLY_LIMIT_EXCEEDED", ...REPLY_ERRORS],
    limits: LIMITS.regenerations,
    handle: ({ services, params, body }) => services.chats.regenerate(params.chatId, body),
  })

  .on("POST", "/:chatId/picture", {
    id: "paintScene",
    summary: "Make a picture of the scene",
    description:
      "It costs five Sparks. Without an image model it is refused with IMAGE_UNAVAILABLE. It belongs to the last reply.",
    answer: ok(
      v.object({ messageId: v.string(), generatedImage: generatedImageSchema }),
      "The picture, and the message that has it.",
    ),
    errors: ["NOTHING_TO_PICTURE", ...IMAGE_ERRORS],
    limits: LIMITS.pictures,
    handle: ({ services, params }) => services.chats.paint(params.chatId),
  });

addDeletion(chatArea, {
  name: "Chat",
  names: "CharacterChats",
  nouns: "chats",
  schema: chatRecordSchema,
  restoreErrors: ["CHAT_LIMIT_EXCEEDED", "AGE_CONFIRMATION_REQUIRED"],
  findCalls: ({ chats }) => chats,
});
addConversationOperations(chatArea, "character-chat", ({ chats }) => chats.conversations);
