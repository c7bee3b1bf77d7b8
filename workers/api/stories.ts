import * as v from "valibot";
import { withTitlesBefore } from "#domain/edit-conflict.ts";
import { searchSchema, sortSchema, statusSchema } from "#domain/library.ts";
import { messageSchema } from "#domain/message.ts";
import {
  castMemberSchema,
  correctPersonSchema,
  type StoryRecord,
  storyRecordSchema,
} from "#domain/story-record.ts";
import { createStorySchema, updateStorySchema } from "#domain/story-schemas.ts";
import type { Services } from "../services.ts";
import { CHANGED_FIELDS, created, LIMITS, ok, paged } from "./answers.ts";
import { addConversationOperations, messagesQuery } from "./conversation-operations.ts";
import { addDeletion } from "./deletion-operations.ts";
import { ApiArea } from "./operation.ts";
import { answerPage, flagSchema, linkNext, pageQuery } from "./paging.ts";

const listQuery = v.object({
  sort: v.optional(sortSchema),
  status: v.optional(statusSchema),
  search: v.optional(searchSchema),
  ...pageQuery.entries,
});
const storyMessagesQuery = v.object({ ...messagesQuery.entries, include_story_info: flagSchema });
const suggestionQuery = v.object({ another: flagSchema });

/** These fields are also at the top level: the specification reads them there. */
const metadataFields = storyRecordSchema.entries.metadata.entries;
const besideFields = {
  mainCharacters: metadataFields.mainCharacters,
  userCharacter: metadataFields.userCharacter,
  plotState: v.object({
    genre: metadataFields.genre,
    subGenre: metadataFields.subGenre,
    /** By name. */
    mainCharacters: v.record(v.string(), castMemberSchema),
    userCharacter: metadataFields.userCharacter,
  }),
};
export const storyAnswerSchema = v.object({ ...storyRecordSchema.entries, ...besideFields });
/** Of one story that is opened. The object has the suggestion, so lists and changes are answered without it. */
const openedStorySchema = v.object({
  ...storyAnswerSchema.entries,
  /** What the person was shown at this place of the story as a next step; `null`: nothing. */
  suggestedInput: v.nullable(v.string()),
});
const messagesSchema = v.array(messageSchema);

/** `/api/stories`: the caller's own stories. */
export const storyArea = new ApiArea({ base: "/stories", tag: "Stories", access: "account" })
  .on("POST", "/", {
    id: "createStory",
    summary: "Begin a story",
    description: "Its opening is written over the live connection, or when its page is opened.",
    body: createStorySchema,
    answer: created(
      v.object({ ...openedStorySchema.entries, messages: messagesSchema }),
      "The story, without messages yet.",
    ),
    errors: [
      "STORY_LIMIT_EXCEEDED",
      "STORY_TOTAL_EXCEEDED",
      "STORY_LENGTH_EXCEEDED",
      "AGE_CONFIRMATION_REQUIRED",
      "REQUEST_CONFLICT",
    ],
    limits: LIMITS.newStories,
    handle: async ({ services, body }) => ({
      ...toStoryAnswer(await services.stories.create(body)),
      suggestedInput: null,
      messages: [],
    }),
  })

  .on("GET", "/user/:userId", {
    id: "listStories",
    summary: "List your stories",
    query: listQuery,
    answer: paged(v.array(storyAnswerSchema), "A page of the list."),
    handle: async ({ context, services, query }) =>
      answerPage(context, await services.stories.list(query)).map(toStoryAnswer),
  })

  .on("GET", "/:storyId", {
    id: "getStory",
    summary: "Read a story's facts",
    answer: ok(openedStorySchema, "The story."),
    handle: async ({ services, params }) => {
      const story = await services.stories.get(params.storyId);
      return toOpenedAnswer(services, story);
    },
  })
  .on("PUT", "/:storyId", {
    id: "updateStory",
    summary: "Change a story's title, description, genre or status",
    description: CHANGED_FIELDS,
    body: withTitlesBefore(updateStorySchema),
    answer: ok(storyAnswerSchema, "The story as it is now."),
    errors: ["STORY_LIMIT_EXCEEDED", "AGE_CONFIRMATION_REQUIRED", "EDIT_CONFLICT"],
    handle: async ({ services, params, body }) =>
      toStoryAnswer(await services.stories.update(params.storyId, body)),
  })

  .on("GET", "/:storyId/suggestion", {
    id: "getSuggestion",
    summary: "Read the suggestion that is shown",
    answer: ok(v.object({ suggestion: v.nullable(v.string()) }), "The suggestion; `null`: none is shown."),
    handle: async ({ services: { stories }, params }) => ({
      suggestion: await stories.shownSuggestion(await stories.get(params.storyId)),
    }),
  })
  .on("POST", "/:storyId/suggestion", {
    id: "makeSuggestion",
    summary: "Ask for a suggestion of what happens next",
    description: "It costs a Spark, once at each place of the story.",
    query: suggestionQuery,
    answer: ok(v.object({ suggestion: v.string() }), "The suggestion."),
    errors: [
      "NOT_BEGUN",
      "STREAM_IN_PROGRESS",
      "MONTHLY_LIMIT_EXCEEDED",
      "MODEL_UNAVAILABLE",
      "STORY_READ_ONLY",
    ],
    limits: LIMITS.suggestions,
    handle: async ({ services, params, query }) => ({
      suggestion: await services.stories.suggestion(params.storyId, query),
    }),
  })

  .on("GET", "/:storyId/messages", {
    id: "listStoryMessages",
    summary: "Read a story's messages",
    description:
      "The last 50 unless asked otherwise, oldest first. `before` reads backwards from a message, `path` from the end of another path than the open one. With `include_story_info` the story comes as well.",
    query: storyMessagesQuery,
    answer: paged(
      v.union([messagesSchema, v.object({ messages: messagesSchema, story: openedStorySchema })]),
      "A page of the messages, alone or with the story.",
    ),
    handle: async ({ context, services, params, query: { include_story_info: withStory, ...options } }) => {
      const { story, page } = await services.stories.open(params.storyId, options);
      linkNext(context, "before", page.before);
      if (!withStory) return page.messages;
      return { messages: page.messages, story: await toOpenedAnswer(services, story) };
    },
  });

addDeletion(storyArea, {
  name: "Story",
  names: "Stories",
  nouns: "stories",
  schema: storyAnswerSchema,
  restoreErrors: ["STORY_LIMIT_EXCEEDED", "AGE_CONFIRMATION_REQUIRED"],
  findCalls: ({ stories }) => ({
    remove: (id) => stories.remove(id),
    restore: async (id) => toStoryAnswer(await stories.restore(id)),
    deleted: async (request) => {
      const { records, next } = await stories.deleted(request);
      return { records: records.map(toStoryAnswer), next };
    },
  }),
});
addConversationOperations(storyArea, "story", ({ stories }) => stories.conversations);
storyArea.on("PATCH", "/:storyId/cast/:personId", {
  id: "correctPerson",
  summary: "Correct somebody of a story's cast",
  description:
    "It wins over all that the AI finds later. `sameAs` merges the person into another one; `isPerson: false` takes somebody out who is nobody. `before` has the texts as the correction began from them; if one was corrected to something else by now, EDIT_CONFLICT gives that in `details.newer`.",
  body: correctPersonSchema,
  answer: ok(v.array(castMemberSchema), "The cast as it is now."),
  errors: ["STORY_READ_ONLY", "EDIT_CONFLICT"],
  handle: ({ services, params, body }) =>
    services.stories.correctPerson(params.storyId, params.personId, body),
});

/** A story as the specification reads it: some of its metadata stands beside them as well. */
export function toStoryAnswer<Story extends StoryRecord>(story: Story) {
  const { mainCharacters, userCharacter, genre, subGenre } = story.metadata;
  const byName = Object.fromEntries(mainCharacters.map((member) => [member.name, member]));
  const plotState = { genre, subGenre, mainCharacters: byName, userCharacter };
  return { ...story, mainCharacters, userCharacter, plotState };
}

async function toOpenedAnswer({ stories }: Services, story: StoryRecord) {
  return { ...toStoryAnswer(story), suggestedInput: await stories.shownSuggestion(story) };
}
