import { type NewStoryValues, NO_VALUES } from "#app/features/stories/new-story/new-story-input.ts";
import type { NewStoryUser } from "#app/features/stories/new-story/new-story-user.ts";

export const FREE: NewStoryUser = { userId: "ada", tier: "free", canWriteAdult: false };
export const PREMIUM: NewStoryUser = { userId: "ada", tier: "premium", canWriteAdult: true };

/** The form with these fields; the others have their initial values. */
export function form(values: Partial<NewStoryValues> = {}): NewStoryValues {
  return { ...NO_VALUES, ...values };
}
