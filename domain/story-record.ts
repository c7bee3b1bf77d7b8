import * as v from "valibot";
import type { Genre } from "./genres.ts";
import type { Role } from "./message.ts";

export const STORY_LENGTHS = {
  short: { name: "Vignette", exchanges: "10–20 exchanges" },
  medium: { name: "Novel", exchanges: "20–40 exchanges" },
  long: { name: "Epic", exchanges: "40+ exchanges" },
  ongoing: { name: "Ongoing Journey", exchanges: "No limit" },
} as const;
export type StoryLength = keyof typeof STORY_LENGTHS;
export const STORY_LENGTH_VALUES = [
  "short",
  "medium",
  "long",
  "ongoing",
] as const satisfies readonly StoryLength[];

export const STORY_STATUSES = ["active", "archived"] as const;
export type StoryStatus = (typeof STORY_STATUSES)[number];

export const DEFAULT_STORY_TITLE = "New Story";
export const NO_MESSAGES_YET = "No messages yet";

/** Somebody of a story. `mentions`: how often the text has named them so far. */
export const castMemberSchema = v.object({
  name: v.string(),
  isNew: v.boolean(),
  mentions: v.number(),
  description: v.nullable(v.string()),
  role: v.nullable(v.string()),
  personality: v.nullable(v.string()),
  isMainCharacter: v.boolean(),
});
export type CastMember = v.InferOutput<typeof castMemberSchema>;

export type UserCharacter = { name: string; description: string; role: string };

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

/** A story of the API, as the specification names its fields. Times are ISO 8601. */
export type StoryRecord = {
  storyId: string;
  chatId: string;
  title: string;
  description: string;
  status: StoryStatus;
  currentChapter: number;
  createdAt: string;
  updatedAt: string;
  storyLength: StoryLength;
  character: string;
  metadata: {
    type: "story";
    /** The beginning of the last message; its id and role are `null` before there is one. */
    lastMessage: string;
    lastMessageId: string | null;
    lastMessageRole: Role | null;
    genre: Genre;
    subGenre: string | null;
    setting: string;
    currentLocation: string | null;
    categories: readonly string[];
    tropes: readonly string[];
    isNSFW: boolean;
    messageCount: number;
    mainCharacters: readonly CastMember[];
    userCharacter: UserCharacter;
    customData: Record<string, unknown>;
  };
};
