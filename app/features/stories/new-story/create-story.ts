import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { AppError } from "#domain/errors.ts";
import type { NewStory } from "#domain/story-schemas.ts";
import { type NewStoryFailure, toNewStoryFailure } from "./new-story-input.ts";

const FAILED = "Failed to create story";

const createdSchema = v.object({ storyId: v.string() });

/** The story's id, or why there is none; `isSignedOut`: nobody is signed in any longer. */
export type Creation = { storyId: string } | (NewStoryFailure & { isSignedOut: boolean });

/** A story with the request that asks for it. */
export type Attempt = NewStory & { requestId: string };

/** Keeps the request id while the form is unchanged, so that a lost answer doesn't lead to a second story. */
export function toAttempt(story: NewStory, last: Attempt | null): Attempt {
  const again = last && { ...story, requestId: last.requestId };
  return again !== null && JSON.stringify(again) === JSON.stringify(last)
    ? again
    : { ...story, requestId: crypto.randomUUID() };
}

/** Creates the story. A failure is returned, not thrown. */
export async function createStory(story: Attempt): Promise<Creation> {
  try {
    return await callApi("POST", "/api/stories", createdSchema, { body: story });
  } catch (error) {
    const failure = asFailure(error);
    const isUnexplained = failure.code === "UNREACHABLE" || failure.code === "INTERNAL";
    const told = isUnexplained ? new AppError(failure.code, { message: FAILED }) : failure;
    return { ...toNewStoryFailure(told), isSignedOut: failure.code === "UNAUTHENTICATED" };
  }
}
