import { Hono } from "hono";
import * as v from "valibot";
import { searchSchema, sortSchema, statusSchema } from "#domain/library.ts";
import { MESSAGES_PER_PAGE_MAX } from "#domain/message.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { createStorySchema, updateStorySchema } from "#domain/story-schemas.ts";
import type { AppEnv } from "../http/app-env.ts";
import { allowOnly, readBody, readQuery, requireCallerNamed, requireSignedIn } from "./input.ts";
import { flagSchema, limitSchema, linkNext } from "./paging.ts";

const listQuery = v.object({
  sort: v.optional(sortSchema),
  status: v.optional(statusSchema),
  search: v.optional(searchSchema),
  cursor: v.optional(v.string()),
  limit: limitSchema(100),
});
const deletedQuery = v.object({ cursor: v.optional(v.string()), limit: limitSchema(100) });
const messagesQuery = v.object({
  before: v.optional(v.string()),
  limit: limitSchema(MESSAGES_PER_PAGE_MAX),
  include_story_info: flagSchema,
});

const suggestionQuery = v.object({ another: flagSchema });

/** `/api/stories`: the caller's own stories. */
export const storyRoutes = new Hono<AppEnv>()
  .use(requireSignedIn())

  .post("/", async (context) => {
    const { stories } = context.var.services;
    const story = await stories.create(await readBody(context, createStorySchema));
    return context.json({ ...toStoryAnswer(story), messages: [] }, 201);
  })
  .all("/", allowOnly("POST"))

  .get("/user/:userId", async (context) => {
    requireCallerNamed(context, context.req.param("userId"));
    const { stories, next } = await context.var.services.stories.list(readQuery(context, listQuery));
    linkNext(context, "cursor", next);
    return context.json(stories.map(toStoryAnswer));
  })
  .all("/user/:userId", allowOnly("GET"))

  .get("/user/:userId/deleted", async (context) => {
    requireCallerNamed(context, context.req.param("userId"));
    const { stories, next } = await context.var.services.stories.deleted(readQuery(context, deletedQuery));
    linkNext(context, "cursor", next);
    return context.json(stories.map(toStoryAnswer));
  })
  .all("/user/:userId/deleted", allowOnly("GET"))

  .get("/:storyId", async (context) =>
    context.json(toStoryAnswer(await context.var.services.stories.get(context.req.param("storyId")))),
  )
  .put("/:storyId", async (context) => {
    const { stories } = context.var.services;
    const change = await readBody(context, updateStorySchema);
    return context.json(toStoryAnswer(await stories.update(context.req.param("storyId"), change)));
  })
  .delete("/:storyId", async (context) => {
    const { stories } = context.var.services;
    await stories.remove(context.req.param("storyId"));
    return context.body(null, 204);
  })
  .all("/:storyId", allowOnly("GET", "PUT", "DELETE"))

  .post("/:storyId/restore", async (context) =>
    context.json(toStoryAnswer(await context.var.services.stories.restore(context.req.param("storyId")))),
  )
  .all("/:storyId/restore", allowOnly("POST"))

  .get("/:storyId/suggestion", async (context) => {
    const { stories } = context.var.services;
    return context.json({ suggestion: await stories.shownSuggestion(context.req.param("storyId")) });
  })
  .post("/:storyId/suggestion", async (context) => {
    const { another } = readQuery(context, suggestionQuery);
    const suggestion = await context.var.services.stories.suggestion(context.req.param("storyId"), {
      another,
    });
    return context.json({ suggestion });
  })
  .all("/:storyId/suggestion", allowOnly("GET", "POST"))

  .get("/:storyId/last-prompt", async (context) => {
    const { stories } = context.var.services;
    return context.json({ prompt: await stories.lastPrompt(context.req.param("storyId")) });
  })
  .all("/:storyId/last-prompt", allowOnly("GET"))

  .get("/:storyId/messages", async (context) => {
    const { stories } = context.var.services;
    const storyId = context.req.param("storyId");
    const { include_story_info: withStory, ...page } = readQuery(context, messagesQuery);
    const [{ messages, before }, story] = await Promise.all([
      stories.messages(storyId, page),
      withStory ? stories.get(storyId) : null,
    ]);
    linkNext(context, "before", before);
    return context.json(story === null ? messages : { messages, story: toStoryAnswer(story) });
  })
  .all("/:storyId/messages", allowOnly("GET"));

/** A story as the specification reads it: the cast and the person's own character stand beside the metadata as well. */
function toStoryAnswer<Story extends StoryRecord>(story: Story) {
  const { mainCharacters, userCharacter } = story.metadata;
  return { ...story, mainCharacters, userCharacter };
}
