import * as v from "valibot";
import { callApi, failureIn } from "#app/features/api/call-api.ts";
import type { NewStory } from "#domain/story-schemas.ts";
import { type Refused, refusedBy } from "./new-story-input.ts";

const FAILED = "Failed to create story";

const createdSchema = v.object({ storyId: v.string() });

/** The story's id, or why there is none; `isSignedOut`: nobody is signed in any longer. */
export type Creation = { storyId: string } | (Refused & { isSignedOut: boolean });

/** A story with the request that asks for it. */
export type Attempt = NewStory & { requestId: string };

/** The same request for as long as it asks for the same: an answer that was lost on its way makes no second story. */
export function attemptAt(story: NewStory, last: Attempt | null): Attempt {
  const again = last && { ...story, requestId: last.requestId };
  return again !== null && JSON.stringify(again) === JSON.stringify(last)
    ? again
    : { ...story, requestId: crypto.randomUUID() };
}

/** Begins the story. Where the server could not be reached or has said nothing, that is a refusal as well. */
export async function createStory(story: Attempt): Promise<Creation> {
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
