import { MEGABYTE } from "./numbers.ts";
import type { StoryLength } from "./story-record.ts";

export const TIERS = ["free", "premium"] as const;
export type Tier = (typeof TIERS)[number];

/** What a plan allows. `null` is "no limit". All plan limits of the product stand in this table. */
export type PlanLimits = {
  /** Sparks a calendar month (UTC). */
  sparksPerMonth: number;
  activeStories: number | null;
  characters: number | null;
  characterChats: number | null;
  /** Completed messages or continues with their reply, in one story. */
  exchangesPerStory: number | null;
  storyLengths: readonly StoryLength[];
  /** Latest messages given to the model; `null`: the whole story, through its memory. */
  historyMessages: number | null;
  /** Books, those of characters and stories included. */
  lorebooks: number;
  /** Books as EPUB. */
  hasEpub: boolean;
  /** Bytes of all character cards, pictures and lorebooks, those of what is recently deleted included. */
  storedBytes: number;
};

export const PLAN_LIMITS = {
  free: {
    sparksPerMonth: 50,
    activeStories: 1,
    characters: 3,
    characterChats: 3,
    exchangesPerStory: 40,
    storyLengths: ["short", "medium"],
    historyMessages: 20,
    lorebooks: 20,
    hasEpub: false,
    storedBytes: 20 * MEGABYTE,
  },
  premium: {
    sparksPerMonth: 10_000,
    activeStories: null,
    characters: null,
    characterChats: null,
    exchangesPerStory: null,
    storyLengths: ["short", "medium", "long", "ongoing"],
    historyMessages: null,
    lorebooks: 500,
    hasEpub: true,
    storedBytes: 1_000 * MEGABYTE,
  },
} as const satisfies Record<Tier, PlanLimits>;

/** The sentence of STORY_LIMIT_EXCEEDED. Here, so that a page that only shows it does not load the table of all errors. */
export const STORY_LIMIT_REACHED =
  "You have reached the maximum number of stories for your current plan. Please upgrade to create more stories.";

/** Cost in Sparks of one text asked for: passage, reply, regenerate, suggestion shown, form fill. */
export const SPARKS_PER_TEXT = 1;
/** Cost in Sparks of one picture by an AI model. */
export const SPARKS_PER_IMAGE = 5;

/** The allowance's calendar month, UTC, as `YYYY-MM`. */
export function toMonth(date: Date): string {
  return date.toISOString().slice(0, 7);
}
