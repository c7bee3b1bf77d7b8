import * as v from "valibot";
import { listKeys } from "./json.ts";
import type { Deleted } from "./record-parts.ts";
import { STORY_STATUSES, type StoryRecord } from "./story-record.ts";
import { foldText, truncateCharacters } from "./text.ts";

/** The orders of the library with their names. */
export const STORY_SORT_NAMES = {
  recent: "Most Recent",
  oldest: "Oldest First",
  "name-asc": "Title A-Z",
  "name-desc": "Title Z-A",
} as const;
export type StorySort = keyof typeof STORY_SORT_NAMES;
export const INITIAL_STORY_SORT: StorySort = "recent";
export const STORY_SORTS = listKeys(STORY_SORT_NAMES);

/** A longer number counts as one of so many digits; a character beyond would be a tab or a new line. */
const DIGITS_MAX = 8;

/**
 * A title as it is sorted and searched: "Part 2" comes before "Part 10", because before each number stands a character of its length.
 * The title itself follows, for searches.
 */
export function foldTitle(title: string): string {
  const folded = foldText(title);
  const sorted = folded.replace(
    /[0-9]+/g,
    (number) => String.fromCharCode(Math.min(number.length, DIGITS_MAX)) + number,
  );
  return sorted === folded ? folded : `${sorted}\n${folded}`;
}

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

/** What a card shows of a story. */
export type ListedStory = Pick<StoryRecord, "storyId" | "title" | "description" | "status" | "updatedAt"> & {
  metadata: Pick<StoryRecord["metadata"], "genre" | "subGenre" | "isNSFW">;
};

/** A story from the demo that is in the archive because there was no room for it, and whether there is now. */
export type WaitingStory = { storyId: string; title: string; hasRoom: boolean };

/** Everything that one page of the library shows. */
export type Library = {
  stories: readonly ListedStory[];
  /** The cursor of the next page; `null` at the end. */
  next: string | null;
  /** The ids of the active stories that can be written in; `null`: all of them. */
  writableIds: readonly string[] | null;
  /** Whether there is anything in the archive and in "Recently deleted". */
  shelves: { archived: boolean; deleted: boolean };
  waiting: WaitingStory | null;
};

/** A deleted story that can still be restored. */
export type DeletedStory = StoryRecord & Deleted;
