import type { StoryLength } from "./story-record.ts";

const COUNT = new Intl.NumberFormat("en-US");

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
  },
  premium: {
    sparksPerMonth: 10_000,
    activeStories: null,
    characters: null,
    characterChats: null,
    exchangesPerStory: null,
    storyLengths: ["short", "medium", "long", "ongoing"],
    historyMessages: null,
  },
} as const satisfies Record<Tier, PlanLimits>;

/** Days from the first payment in which a person can have it back: the specification's guarantee for the first paid month. */
export const GUARANTEE_DAYS = 14;

/** A plan as it is offered. Every page that names a price or a plan's contents reads it here. */
export type PlanOffer = {
  id: Tier | "professional";
  name: string;
  /** Per month, in hundredths of the currency that the payment provider charges in. */
  monthlyPriceCents: number;
  /** It can be had now. */
  isAvailable: boolean;
  contents: readonly PlanContent[];
};
/** What is in a plan, in the specification's words; `upgradePageOnly`: public pages leave it out. */
export type PlanContent = { text: string; upgradePageOnly?: boolean };

export const PLAN_OFFERS: readonly PlanOffer[] = [
  {
    id: "free",
    name: "Free",
    monthlyPriceCents: 0,
    isAvailable: true,
    contents: [
      { text: `${PLAN_LIMITS.free.activeStories} active story` },
      { text: "Limited messaging" },
      { text: "Limited chat history" },
    ],
  },
  {
    id: "premium",
    name: "Premium",
    monthlyPriceCents: 999,
    isAvailable: true,
    contents: [
      { text: "Unlimited active stories" },
      { text: "Unlimited active characters", upgradePageOnly: true },
      { text: "Longer story lengths" },
      { text: `${formatCount(PLAN_LIMITS.premium.sparksPerMonth)} Sparks per month` },
    ],
  },
  {
    id: "professional",
    name: "Professional",
    monthlyPriceCents: 1999,
    isAvailable: false,
    contents: [{ text: "All Premium features" }, { text: "Higher Spark limits" }, { text: "Ebook export" }],
  },
];

/** `999` → `9.99`, `0` → `0`. */
export function formatPrice(cents: number): string {
  return cents === 0 ? "0" : (cents / 100).toFixed(2);
}

/** `10000` → `10,000`. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** The sentence of STORY_LIMIT_EXCEEDED. Here, so that a page that only shows it does not load the table of all errors. */
export const STORY_LIMIT_REACHED =
  "You have reached the maximum number of stories for your current plan. Please upgrade to create more stories.";

/** For STORY_LENGTH_EXCEEDED where a length is chosen; the code's own sentence is about a story that has got too long. */
export const LENGTH_NOT_IN_PLAN =
  "Your current plan doesn't include stories of this length. Please choose a shorter one, or upgrade for longer stories.";

/** Cost in Sparks of one text asked for: passage, reply, regenerate, suggestion shown, form fill. */
export const SPARKS_PER_TEXT = 1;
/** Cost in Sparks of one picture by an AI model; an illustration that is drawn without one is free. */
export const SPARKS_PER_IMAGE = 5;

/** The allowance's calendar month, UTC, as `YYYY-MM`. */
export function toMonth(date: Date): string {
  return date.toISOString().slice(0, 7);
}
