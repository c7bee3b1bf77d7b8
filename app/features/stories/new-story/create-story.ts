import * as v from "valibot";
import { callApi, failureIn } from "#app/features/api/call-api.ts";
import type { NewStory } from "#domain/story.ts";
import { type Refused, refusedBy } from "./new-story-input.ts";

const FAILED = "Failed to create story";

const createdSchema = v.object({ storyId: v.string() });

/** The story's id, or why there is none; `isSignedOut`: nobody is signed in any longer. */
export type Creation = { storyId: string } | (Refused & { isSignedOut: boolean });

/** Begins the story. Where the server could not be reached or has said nothing, that is a refusal as well. */
export async function createStory(story: NewStory): Promise<Creation> {
  const answer = await callApi("POST", "/api/stories", story);
  const created = v.safeParse(createdSchema, answer.body);
  if (created.success) return { storyId: created.output.storyId };
  const failure = failureIn(answer) ?? {
    code: "INTERNAL",
    status: answer.status,
    message: FAILED,
    field: null,
  };
  return { ...refusedBy(failure), isSignedOut: failure.code === "UNAUTHENTICATED" };
}
