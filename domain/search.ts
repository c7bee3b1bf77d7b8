import * as v from "valibot";
import { characterRecordSchema } from "./character-record.ts";
import { GENRES } from "./genres.ts";
import { LORE_KINDS } from "./lore.ts";
import { ROLES } from "./message.ts";
import { countSchema } from "./record-parts.ts";

/*
 * The search over all that a person has written. Stories and chats are searched on all their paths; what is deleted or in the bin is not
 * found.
 */

/** What can be found. `passage`: a message of a story; `chat`: a chat or a message of one. */
export const SEARCH_KINDS = [
  "story",
  "passage",
  "path",
  "chat",
  "character",
  "lore",
  "note",
  "memory",
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** What is typed beyond this is not read, in UTF-16 code units. */
export const SEARCH_TEXT_MAX = 400;
export const SEARCH_RESULTS = 30;
export const SEARCH_RESULTS_MAX = 100;
/** Places that are counted and sorted. Where there are more, a page says so. */
export const SEARCH_PLACES_MAX = 1_000;

/** What stands beside a place: the cover of its story, the face of a character, the mark of an entry of lore. */
const pictureSchema = v.union([
  v.object({ genre: v.picklist(GENRES) }),
  v.object({
    face: v.object({
      name: v.string(),
      metadata: v.pick(characterRecordSchema.entries.metadata, ["images", "emblem"]),
    }),
  }),
  v.object({ loreKind: v.picklist(LORE_KINDS) }),
]);

const idOrNull = v.nullable(v.string());
/** Where matched words stand in a text, in UTF-16 code units: from, and the one after the last. */
const rangesSchema = v.array(v.tuple([v.number(), v.number()]));

const searchItemSchema = v.object({
  kind: v.picklist(SEARCH_KINDS),
  /** Of the message, story, chat, character or entry; of others a name that is stable. */
  id: v.string(),
  storyId: idOrNull,
  chatId: idOrNull,
  characterId: idOrNull,
  /** The lorebook of an entry. */
  bookId: idOrNull,
  /** The end of a path that has the message: of the open one, else of one with a name, else the message itself. */
  leafId: idOrNull,
  /** The message to go to. */
  messageId: idOrNull,
  /** Of the story or chat that it is in, or its own name. */
  title: v.string(),
  titleRanges: rangesSchema,
  /** The name of the path if it is another than the open one and has one; the lorebook of an entry. */
  within: idOrNull,
  /** Whether the message is on the open path. */
  isOnOpenPath: v.boolean(),
  isArchived: v.boolean(),
  /** Messages from the beginning of its path to it, this one counted. */
  depth: v.nullable(countSchema),
  /** Who said it; `null`: nobody, such as a note. */
  role: v.nullable(v.picklist(ROLES)),
  /** A part of the text around the match. */
  snippet: v.string(),
  ranges: rangesSchema,
  /** ISO 8601. */
  createdAt: v.string(),
  /** `null`: what it belongs to is gone by now. */
  picture: v.nullable(pictureSchema),
});
export type SearchItem = v.InferOutput<typeof searchItemSchema>;

export const searchPageSchema = v.object({
  items: v.array(searchItemSchema),
  /** How many places each kind has, whatever kind was asked for. */
  counts: v.record(v.picklist(SEARCH_KINDS), countSchema),
  /** The stories and chats with the most places. */
  stories: v.array(v.object({ storyId: v.string(), title: v.string(), count: countSchema })),
  /** There are more than `SEARCH_PLACES_MAX` places: the counts are of those indexed last. */
  isCut: v.boolean(),
  /** Nothing fits what was typed, but this word in place of one of it does. */
  corrected: v.nullable(v.object({ typed: v.string(), read: v.string() })),
  /** Nothing fits all words, but so many places have one of them alone; empty otherwise. */
  near: v.array(v.object({ word: v.string(), count: countSchema })),
  /** The index is still being built, so places may be missing. */
  isBuilding: v.boolean(),
  next: v.nullable(v.string()),
});
export type SearchPage = v.InferOutput<typeof searchPageSchema>;

/** What is searched for, and where. Times in ISO 8601. */
export type SearchRequest = {
  q: string;
  kind?: SearchKind | undefined;
  storyId?: string | undefined;
  chatId?: string | undefined;
  role?: (typeof ROLES)[number] | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** Stories and chats that are archived are left out. */
  withoutArchived?: boolean | undefined;
  /** At most so many of each kind. */
  perKind?: number | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};
