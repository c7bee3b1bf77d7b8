import { PLAN_LIMITS, type PlanLimits } from "#domain/plan.ts";
import type { StoryBrief } from "#domain/story-record.ts";
import { isBeyondPlan } from "#workers/stories/beyond-plan-store.ts";
import { findStoryBrief, toStoryBrief } from "#workers/stories/store.ts";
import type { KindParts } from "../conversation/conversation-kind.ts";
import type { Owner } from "../conversation/record.ts";
import { createWritingParts, type WritingParts } from "../writing-parts.ts";
import { CastStore } from "./cast-store.ts";
import { type DemoRow, DemoStore } from "./demo-store.ts";
import { LoreProposals } from "./lore-proposals.ts";
import { StoryStateStore, SuggestionStore } from "./state-store.ts";
import { StoryPrompts } from "./story-prompts.ts";

/**
 * The facts about a story and its owner's plan that replies and jobs need. They come from D1, or for a demo from its
 * object.
 */
export type StoryFacts = {
  brief: StoryBrief;
  /** Archived, or beyond what the plan has room for. */
  isReadOnly: boolean;
  limits: PlanLimits;
  /** Of its lorebooks; see `LoreStore`. */
  lore: string;
};

type StoryFactsRow = Awaited<ReturnType<typeof findStoryBrief>>[number];

/** What the kind and its jobs share. */
export type StoryParts = WritingParts & {
  cast: CastStore;
  demo: DemoStore;
  state: StoryStateStore;
  proposals: LoreProposals;
  suggestions: SuggestionStore;
  /** The story's facts, read once for all jobs of one reply; `null`: it is gone. */
  findFacts: (owner: Owner, replyId: string) => Promise<StoryFacts | null>;
  prompts: StoryPrompts;
};

export function createStoryParts(env: Env, kindParts: KindParts): StoryParts {
  const parts = createWritingParts(env, kindParts);
  const { db, tree, lore } = parts;
  const demo = new DemoStore(db);
  let latest: { replyId: string; facts: StoryFacts | null } | null = null;
  const findFacts = async (owner: Owner, replyId: string) => {
    const { userId, conversationId } = owner;
    if (latest?.replyId === replyId) return latest.facts;
    const demoRow = demo.findRunning();
    if (demoRow) return toDemoFacts(conversationId, demoRow);
    const [row] = await findStoryBrief(parts.openDatabase(owner), userId, conversationId);
    latest = { replyId, facts: row ? toStoryFacts(row) : null };
    return latest.facts;
  };
  const ofStory = {
    ...parts,
    cast: new CastStore(db, tree),
    demo,
    state: new StoryStateStore(db),
    proposals: new LoreProposals(db, lore),
    suggestions: new SuggestionStore(db),
    findFacts,
  };
  return { ...ofStory, prompts: new StoryPrompts(ofStory) };
}

export function toStoryFacts(row: StoryFactsRow): StoryFacts {
  const { story, tier } = row;
  const isReadOnly = story.status !== "active" || isBeyondPlan(row);
  return { brief: toStoryBrief(story), isReadOnly, limits: PLAN_LIMITS[tier], lore: row.lore };
}

/** A visitor's story is written as on the free plan. Its length is limited by the demo instead. */
export function toDemoFacts(storyId: string, { title, premise }: DemoRow): StoryFacts {
  return { brief: { ...premise, storyId, title }, isReadOnly: false, limits: PLAN_LIMITS.free, lore: "" };
}
