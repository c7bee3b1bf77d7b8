import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import type { Attempt } from "#app/features/forms/form-state.ts";
import { AppError } from "#domain/errors.ts";
import { GENRES } from "#domain/genres.ts";
import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";
import type { NewStory } from "#domain/story-schemas.ts";
import { type NewStoryFailure, toNewStoryFailure } from "./new-story-input.ts";
import type { NewStoryUser } from "./new-story-user.ts";

const FAILED = "Failed to create story";

const createdSchema = v.object({ storyId: v.string() });

/** The story's id, or why there is none; `isSignedOut`: nobody is signed in any longer. */
type Creation = { storyId: string } | (NewStoryFailure & { isSignedOut: boolean });

const shelvedSchema = v.array(
  v.object({ storyId: v.string(), title: v.string(), metadata: v.object({ genre: v.picklist(GENRES) }) }),
);
/** The story that takes the place of a plan with one active story. */
export type ShelvedStory = v.InferOutput<typeof shelvedSchema>[number];

/** The stories that tell whether a shelf is full: one more than the free one holds. */
export const SHELF_QUERY = { status: "active", limit: PLAN_LIMITS.free.activeStories + 1 } as const;

/** The story to archive so that there is room for a new one. `null`: there is room, or one is not enough. `stories`: by `SHELF_QUERY`. */
export function findFullShelf(tier: Tier, stories: readonly ShelvedStory[]): ShelvedStory | null {
  return stories.length === PLAN_LIMITS[tier].activeStories ? (stories.at(-1) ?? null) : null;
}

/** Asks for them from the browser. Throws an `AppError`. */
export async function askFullShelf({ userId, tier }: NewStoryUser): Promise<ShelvedStory | null> {
  if (PLAN_LIMITS[tier].activeStories === null) return null;
  const path = `/api/stories/user/${encodeURIComponent(userId)}`;
  return findFullShelf(tier, await callApi("GET", path, shelvedSchema, { query: SHELF_QUERY }));
}

/** Creates the story. A failure is returned, not thrown. */
export async function createStory(story: Attempt<NewStory>): Promise<Creation> {
  try {
    return await callApi("POST", "/api/stories", createdSchema, { body: story });
  } catch (error) {
    const failure = asFailure(error);
    const isUnexplained = failure.code === "UNREACHABLE" || failure.code === "INTERNAL";
    const shown = isUnexplained ? new AppError(failure.code, { message: FAILED }) : failure;
    return { ...toNewStoryFailure(shown), isSignedOut: failure.code === "UNAUTHENTICATED" };
  }
}
