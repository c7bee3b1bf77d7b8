import { formatCount } from "./numbers.ts";
import { PLAN_LIMITS, type Tier } from "./plan.ts";

/** Days from the first payment in which a person can have it back: the specification's guarantee for the first paid month. */
export const GUARANTEE_DAYS = 14;

/** A plan as it is offered. Every page that names a price or a plan's contents reads it here. */
export type PlanOffer = {
  id: Tier | "professional";
  name: string;
  /** Per month, in hundredths of the currency that the payment provider charges in. */
  monthlyPriceCents: number;
  /** Whether people can subscribe to it now. */
  isAvailable: boolean;
  contents: readonly PlanContent[];
};
/** What is in a plan, in the specification's words; `upgradePageOnly`: public pages leave it out. */
export type PlanContent = { text: string; upgradePageOnly?: boolean };

export const PREMIUM_OFFER: PlanOffer = {
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
};

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
  PREMIUM_OFFER,
  {
    id: "professional",
    name: "Professional",
    monthlyPriceCents: 1999,
    isAvailable: false,
    contents: [{ text: "All Premium features" }, { text: "Higher Spark limits" }, { text: "Ebook export" }],
  },
];

/** The currency of prices where the site has not chosen another. */
export const DEFAULT_CURRENCY = "USD";

/**
 * The message of STORY_LENGTH_EXCEEDED for the length of a new story. The code's default message is about a story that has become too
 * long. It is not in plan.ts, because every page loads that file.
 */
export const LENGTH_NOT_IN_PLAN =
  "Your current plan doesn't include stories of this length. Please choose a shorter one, or upgrade for longer stories.";
