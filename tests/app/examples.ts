import type { RouteConfigEntry } from "@react-router/dev/routes";
import { type NewStoryValues, NO_VALUES } from "#app/features/stories/new-story/new-story-input.ts";
import type { NewStoryUser } from "#app/features/stories/new-story/new-story-user.ts";
import type { CastMember } from "#domain/story-record.ts";

export const FREE: NewStoryUser = { userId: "ada", tier: "free", canWriteAdult: false };
export const PREMIUM: NewStoryUser = { userId: "ada", tier: "premium", canWriteAdult: true };

/** The form with these fields; the others have their initial values. */
export function form(values: Partial<NewStoryValues> = {}): NewStoryValues {
  return { ...NO_VALUES, ...values };
}

/** Somebody of whom only the name is known, and what `parts` says. */
export function member(name: string, parts: Partial<CastMember> = {}): CastMember {
  return {
    name,
    isNew: false,
    mentions: 1,
    description: null,
    role: null,
    personality: null,
    isMainCharacter: false,
    ...parts,
  };
}

/** The addresses of all pages, as the routes have them. */
export function listPages(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children = [] }) => [
    ...(index ? ["/"] : path === undefined ? [] : [`/${path}`]),
    ...listPages(children),
  ]);
}
