import { type NewStoryValues, NO_VALUES } from "#app/features/stories/new-story/new-story-input.ts";
import type { Writer } from "#app/features/stories/new-story/writer.ts";

export const FREE: Writer = { userId: "ada", tier: "free", canWriteAdult: false };
export const PREMIUM: Writer = { userId: "ada", tier: "premium", canWriteAdult: true };

/** The form with these fields; the others have their initial values. */
export function form(values: Partial<NewStoryValues> = {}): NewStoryValues {
  return { ...NO_VALUES, ...values };
}
