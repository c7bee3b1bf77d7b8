import * as v from "valibot";
import {
  ageConfirmationSchema,
  createUserSchema,
  updateUserSchema,
  userRecordSchema,
} from "#domain/account.ts";
import { deleteAccountSchema } from "#domain/account-deletion.ts";
import { MESSAGES_PER_PAGE_MAX, ROLES } from "#domain/message.ts";
import { timeSchema } from "#domain/record-parts.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { toThemeCookie } from "#domain/themes.ts";
import { LIMITS, ok, paged, sendFile } from "./answers.ts";
import { ApiArea } from "./operation.ts";
import { answerPage, cursorSchema, flagSchema, limitSchema } from "./paging.ts";
import { storyAnswerSchema, toStoryAnswer } from "./stories.ts";

const chatsQuery = v.object({
  type: v.optional(v.picklist(["story"], "There are no chats of this type."), "story"),
  include_messages: flagSchema,
  cursor: cursorSchema,
  limit: limitSchema(MESSAGES_PER_PAGE_MAX),
});

/** A story in the list of chats, with the beginning of its last message where that was asked for. */
const chatItemSchema = v.object({
  ...storyAnswerSchema.entries,
  messages: v.optional(
    v.array(
      v.object({
        messageId: v.string(),
        content: v.string(),
        timestamp: timeSchema,
        role: v.nullable(v.picklist(ROLES)),
        metadata: v.object({ analysis: v.null() }),
      }),
    ),
  ),
});

/** `/api/users`: the caller's own record and chats. */
export const userArea = new ApiArea({ base: "/users", tag: "Account", access: "account" })
  .on("POST", "/", {
    id: "createUser",
    summary: "Create your own record",
    isBeforeConsent: true,
    description:
      "`auth0Id` is the `sub` of the caller. Name and picture default to what the identity provider says. `email`, `provider` and `createdAt` are ignored.",
    body: createUserSchema,
    answer: {
      statuses: [200, 201],
      schema: userRecordSchema,
      description: "The record; 201 if it is new.",
    },
    errors: ["FORBIDDEN"],
    handle: async ({ context, services, body }) => {
      const { user, isNew } = await services.accounts.create(body);
      if (isNew) context.status(201);
      return user;
    },
  })

  .on("GET", "/:userId", {
    id: "getUser",
    summary: "Read your own record",
    answer: ok(userRecordSchema, "The record."),
    handle: ({ services, params }) => services.accounts.get(params.userId),
  })
  .on("PATCH", "/:userId", {
    id: "updateUser",
    summary: "Change your name or settings",
    isBeforeConsent: true,
    body: updateUserSchema,
    answer: ok(userRecordSchema, "The record as it is now."),
    handle: async ({ context, services, params, body }) => {
      const user = await services.accounts.update(params.userId, body);
      if (body.settings?.theme)
        context.header("Set-Cookie", toThemeCookie(user.settings.theme, context.var.origin));
      return user;
    },
  })
  .on("DELETE", "/:userId", {
    id: "deleteUser",
    summary: "Delete your account",
    isBeforeConsent: true,
    description:
      "`confirmation` is your e-mail address, or “delete my account”. The sign-in must be recent. Everything is gone within 24 hours.",
    body: deleteAccountSchema,
    answer: { statuses: [202], description: "The deletion has begun." },
    errors: ["SIGN_IN_AGAIN", "ACCOUNT_BEING_DELETED"],
    handle: ({ services, body }) => services.accountDeletion.request(body.confirmation),
  })

  .on("PATCH", "/:userId/age-confirmation", {
    id: "confirmAge",
    summary: "Confirm your age, accept the terms, allow adult content",
    isBeforeConsent: true,
    description:
      "Times and addresses in the body are ignored: the server knows when this is and who is calling.",
    body: ageConfirmationSchema,
    answer: ok(userRecordSchema, "The record as it is now."),
    handle: ({ services, params, body }) =>
      services.accounts.confirmAge(params.userId, body.settings, { source: "api" }),
  })

  .on("GET", "/:userId/library-export", {
    id: "exportLibrary",
    summary: "Download your whole library, and all else that is yours",
    answer: { statuses: [200], mediaTypes: ["application/zip"], description: "A ZIP archive." },
    limits: LIMITS.archives,
    handle: async ({ context, services, params }) =>
      sendFile(context, await services.exports.exportLibrary(params.userId)),
  })

  .on("GET", "/:userId/chats", {
    id: "listChats",
    summary: "List your stories as chats",
    query: chatsQuery,
    answer: paged(v.array(chatItemSchema), "A page, the latest first."),
    handle: async ({ context, services, query }) =>
      answerPage(context, await services.stories.list(query)).map((story) =>
        toChatItem(story, query.include_messages),
      ),
  });

/** One story of the list. Its last message comes from D1; the story's object is not called. */
function toChatItem(story: StoryRecord, includeMessages: boolean): v.InferOutput<typeof chatItemSchema> {
  const item = toStoryAnswer(story);
  if (!includeMessages) return item;
  const { lastMessage: content, lastMessageId: messageId, lastMessageRole: role } = story.metadata;
  if (messageId === null) return { ...item, messages: [] };
  const message = { messageId, content, timestamp: story.updatedAt, role, metadata: { analysis: null } };
  return { ...item, messages: [message] };
}
