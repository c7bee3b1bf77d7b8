import * as v from "valibot";
import type { Deleted } from "./record-parts.ts";
import { STORY_STATUSES, type StoryRecord } from "./story-record.ts";
import { truncateCharacters } from "./text.ts";

/** The orders of the library with their names; the first is the initial one. */
export const STORY_SORT_NAMES = {
  recent: "Most Recent",
  oldest: "Oldest First",
  "name-asc": "Title A-Z",
  "name-desc": "Title Z-A",
} as const;
export type StorySort = keyof typeof STORY_SORT_NAMES;
export const STORY_SORTS = ["recent", "oldest", "name-asc", "name-desc"] as const satisfies StorySort[];

/** The maximum of a search, about a line; longer ones are cut. */
export const SEARCH_MAX = 100;
/** In UTF-16 code units, cut first: few characters can have very many. */
const SEARCH_UNITS_MAX = 8 * SEARCH_MAX;

/** The specification's cut of a description in the library, in characters. */
export const DESCRIPTION_SHOWN = 80;

export const searchSchema = v.pipe(
  v.string(),
  v.transform((text) =>
    truncateCharacters(text.slice(0, SEARCH_UNITS_MAX).toWellFormed().trim(), SEARCH_MAX),
  ),
);
export const sortSchema = v.picklist(STORY_SORTS, "Stories can't be sorted like this.");
export const statusSchema = v.picklist(STORY_STATUSES, "Stories don't have this status.");

/** A deleted story that can still be restored. */
export type DeletedStory = StoryRecord & Deleted;
