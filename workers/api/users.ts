import { Hono } from "hono";
import * as v from "valibot";
import { ageConfirmationSchema, createUserSchema, updateUserSchema } from "#domain/account.ts";
import { deleteAccountSchema } from "#domain/account-deletion.ts";
import { MESSAGES_PER_PAGE_MAX } from "#domain/message.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { toThemeCookie } from "#domain/themes.ts";
import type { AppEnv } from "../http/app-env.ts";
import { allowOnly, readBody, readQuery, requireCallerNamed, requireSignedIn } from "./input.ts";
import { flagSchema, limitSchema, linkNext } from "./paging.ts";

const chatsQuery = v.object({
  type: v.optional(v.picklist(["story"], "There are no chats of this type."), "story"),
  include_messages: flagSchema,
  cursor: v.optional(v.string()),
  limit: limitSchema(MESSAGES_PER_PAGE_MAX),
});

/** `/api/users`: the caller's own record and chats. */
export const userRoutes = new Hono<AppEnv>()
  .use(requireSignedIn())

  .post("/", async (context) => {
    const { user, isNew } = await context.var.services.accounts.create(
      await readBody(context, createUserSchema),
    );
    return context.json(user, isNew ? 201 : 200);
  })
  .all("/", allowOnly("POST"))

  .get("/:userId", async (context) =>
    context.json(await context.var.services.accounts.get(context.req.param("userId"))),
  )
  .patch("/:userId", async (context) => {
    const { userId } = requireCallerNamed(context, context.req.param("userId"));
    const change = await readBody(context, updateUserSchema);
    const user = await context.var.services.accounts.update(userId, change);
    if (change.settings?.theme) context.header("Set-Cookie", toThemeCookie(user.settings.theme));
    return context.json(user);
  })
  .delete("/:userId", async (context) => {
    requireCallerNamed(context, context.req.param("userId"));
    const { confirmation } = await readBody(context, deleteAccountSchema);
    await context.var.services.accountDeletion.request(confirmation);
    return context.body(null, 202);
  })
  .all("/:userId", allowOnly("GET", "PATCH", "DELETE"))

  .patch("/:userId/age-confirmation", async (context) => {
    const { userId } = requireCallerNamed(context, context.req.param("userId"));
    const { settings } = await readBody(context, ageConfirmationSchema);
    return context.json(await context.var.services.accounts.confirmAge(userId, settings, { source: "api" }));
  })
  .all("/:userId/age-confirmation", allowOnly("PATCH"))

  .get("/:userId/data", async (context) => {
    const { userId } = requireCallerNamed(context, context.req.param("userId"));
    return context.body(await context.var.services.dataExport.archive(userId), 200, {
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="talespark-data.zip"',
    });
  })
  .all("/:userId/data", allowOnly("GET"))

  .get("/:userId/chats", async (context) => {
    requireCallerNamed(context, context.req.param("userId"));
    const query = readQuery(context, chatsQuery);
    const { stories, next } = await context.var.services.stories.list(query);
    linkNext(context, "cursor", next);
    return context.json(stories.map((story) => toChatAnswer(story, query.include_messages)));
  })
  .all("/:userId/chats", allowOnly("GET"));

/** A story in the list of chats. With messages: what its object last projected, not the whole log. */
function toChatAnswer(story: StoryRecord, includeMessages: boolean) {
  if (!includeMessages) return story;
  const { lastMessage: content, lastMessageId: messageId, lastMessageRole: role } = story.metadata;
  const message = { messageId, content, timestamp: story.updatedAt, role, metadata: { analysis: null } };
  return { ...story, messages: messageId === null ? [] : [message] };
}
