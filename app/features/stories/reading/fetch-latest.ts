import * as v from "valibot";
import { callApi } from "#app/features/api/call-api.ts";
import type { LatestFacts } from "#app/features/conversation/live/conversation-facts.ts";
import { messageSchema } from "#domain/message.ts";
import { castMemberSchema, STORY_STATUSES } from "#domain/story-record.ts";

/** So many of the last messages may have got their names while the page was not connected. */
const LATEST_MESSAGES = 10;

const latestSchema = v.object({
  messages: v.array(messageSchema),
  story: v.object({
    title: v.string(),
    description: v.string(),
    status: v.picklist(STORY_STATUSES),
    metadata: v.object({
      currentLocation: v.nullable(v.string()),
      mainCharacters: v.array(castMemberSchema),
    }),
  }),
});

/** A story's facts and last messages as they are now. Throws as `callApi` does. */
export async function fetchLatest(storyId: string, signal: AbortSignal): Promise<LatestFacts> {
  const query = { limit: LATEST_MESSAGES, include_story_info: true };
  const path = `/api/stories/${storyId}/messages`;
  const { messages, story } = await callApi("GET", path, latestSchema, { query, signal });
  const { title, description, status, metadata } = story;
  const { currentLocation, mainCharacters: cast } = metadata;
  return { messages, facts: { title, description, status, currentLocation, cast } };
}
