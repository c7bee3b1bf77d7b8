import * as v from "valibot";
import { GENRES, type Genre } from "./genres.ts";
import { idSchema } from "./ids.ts";
import { atMost, boundedText } from "./input.ts";
import { listKeys } from "./json.ts";
import { ROLES } from "./message.ts";
import { countSchema, emblemSchema, timeSchema } from "./record-parts.ts";

export const STORY_LENGTHS = {
  short: { name: "Vignette", exchanges: "10–20 exchanges" },
  medium: { name: "Novel", exchanges: "20–40 exchanges" },
  long: { name: "Epic", exchanges: "40+ exchanges" },
  ongoing: { name: "Ongoing Journey", exchanges: "No limit" },
} as const;
export type StoryLength = keyof typeof STORY_LENGTHS;
export const STORY_LENGTH_VALUES = listKeys(STORY_LENGTHS);

export const STORY_STATUSES = ["active", "archived"] as const;
export type StoryStatus = (typeof STORY_STATUSES)[number];

export const DEFAULT_STORY_TITLE = "New Story";
export const NO_MESSAGES_YET = "No messages yet";

/** Somebody of a story. `mentions`: how often the text has named them so far. */
export const castMemberSchema = v.object({
  /** Absent in what was stored before people could be corrected. */
  personId: v.optional(v.string()),
  name: v.string(),
  /** Other names, such as the one before a correction, by which earlier passages name them. Absent where there are none. */
  aliases: v.optional(v.array(v.string())),
  isNew: v.boolean(),
  mentions: v.number(),
  description: v.nullable(v.string()),
  role: v.nullable(v.string()),
  personality: v.nullable(v.string()),
  isMainCharacter: v.boolean(),
  /** Absent until the first reply after the upgrade that brought emblems. */
  emblem: v.optional(emblemSchema),
  /** The fields that the person has corrected. Absent in rows that an earlier version stored. */
  corrected: v.optional(v.array(v.string())),
});
export type CastMember = v.InferOutput<typeof castMemberSchema>;

export const CAST_NAME_MAX = 80;
export const CAST_TEXT_MAX = 300;
export const someCastTextsSchema = v.partial(
  v.object({ name: v.string(), role: v.string(), description: v.string(), personality: v.string() }),
);
const castText = (max: number) => boundedText(atMost(max, "This can be"));
/**
 * What a person corrects of somebody in their story; it wins over all that is found later. A field that is left out stays as it is; an
 * empty text brings back what the AI found. `sameAs`: the person that this one is; `null`: nobody else. `before`: what the changed texts were
 * when the correction began; if one was corrected to something else by then, the answer is EDIT_CONFLICT.
 */
export const correctPersonSchema = v.partial(
  v.object({
    name: castText(CAST_NAME_MAX),
    role: castText(CAST_TEXT_MAX),
    description: castText(CAST_TEXT_MAX),
    personality: castText(CAST_TEXT_MAX),
    sameAs: v.nullable(idSchema),
    isPerson: v.boolean(),
    before: someCastTextsSchema,
  }),
);
export type PersonCorrection = v.InferOutput<typeof correctPersonSchema>;

export const userCharacterSchema = v.object({ name: v.string(), description: v.string(), role: v.string() });
export type UserCharacter = v.InferOutput<typeof userCharacterSchema>;

/** The facts about a story for its prompt: everything the person chose and wrote when beginning it. */
export type StoryBrief = {
  storyId: string;
  title: string;
  description: string;
  character: string;
  genre: Genre;
  subGenre: string | null;
  categories: readonly string[];
  tropes: readonly string[];
  setting: string;
  storyLength: StoryLength;
  isNSFW: boolean;
};

/** A story of the API, as the specification names its fields. */
export const storyRecordSchema = v.object({
  storyId: v.string(),
  chatId: v.string(),
  title: v.string(),
  description: v.string(),
  status: v.picklist(STORY_STATUSES),
  currentChapter: countSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
  storyLength: v.picklist(STORY_LENGTH_VALUES),
  character: v.string(),
  metadata: v.object({
    type: v.literal("story"),
    /** The beginning of the last message; its id and role are `null` before there is one. */
    lastMessage: v.string(),
    lastMessageId: v.nullable(v.string()),
    lastMessageRole: v.nullable(v.picklist(ROLES)),
    genre: v.picklist(GENRES),
    subGenre: v.nullable(v.string()),
    setting: v.string(),
    currentLocation: v.nullable(v.string()),
    categories: v.pipe(v.array(v.string()), v.readonly()),
    tropes: v.pipe(v.array(v.string()), v.readonly()),
    isNSFW: v.boolean(),
    messageCount: countSchema,
    mainCharacters: v.pipe(v.array(castMemberSchema), v.readonly()),
    userCharacter: userCharacterSchema,
    customData: v.record(v.string(), v.unknown()),
  }),
});
export type StoryRecord = v.InferOutput<typeof storyRecordSchema>;
