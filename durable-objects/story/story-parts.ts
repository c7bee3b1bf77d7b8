import type { LanguageModelV4 } from "@ai-sdk/provider";
import { PLAN_LIMITS, type PlanLimits } from "#domain/plan.ts";
import type { StoryBrief } from "#domain/story-record.ts";
import { languageModel, sharesBeginning, structuredModel } from "#workers/ai/language-model.ts";
import { type ContextBudget, toContextBudget, toLoreBudget } from "#workers/ai/prompt-budget.ts";
import { type Timeouts, toTimeouts } from "#workers/ai/reply-timeout.ts";
import type { Database } from "#workers/db/client.ts";
import { parseSettings } from "#workers/settings.ts";
import { isBeyondPlan } from "#workers/stories/beyond-plan-store.ts";
import { findStoryBrief, toStoryBrief } from "#workers/stories/store.ts";
import type { KindParts } from "../conversation/conversation-kind.ts";
import type { Owner } from "../conversation/record.ts";
import { MemoryStore } from "../memory/memory-store.ts";
import { LoreStore } from "../memory/prompt-lore.ts";
import { PromptStepStore } from "../memory/prompt-step-store.ts";
import { openOwnersDatabase } from "../owners-account.ts";
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

/** What the kind and its jobs share: the core's parts, the stores of the story's tables, D1 and the models. */
export type StoryParts = KindParts & {
  cast: CastStore;
  demo: DemoStore;
  state: StoryStateStore;
  memory: MemoryStore;
  lore: LoreStore;
  proposals: LoreProposals;
  suggestions: SuggestionStore;
  /** The story's facts, read once for all jobs of one reply; `null`: it is gone. */
  findFacts: (owner: Owner, replyId: string) => Promise<StoryFacts | null>;
  /** Opens the D1 database with the owner's rows. */
  openDatabase: (owner: Owner) => Database;
  prompts: StoryPrompts;
  /** How the model's context is divided. */
  contextBudget: () => ContextBudget;
  /** The model that writes replies. */
  writer: () => LanguageModelV4;
  /** How long a reply may take. */
  timeouts: () => Timeouts;
  /** The model for answers in JSON. */
  structured: () => LanguageModelV4;
};

export function createStoryParts(env: Env, parts: KindParts): StoryParts {
  const openDatabase = (owner: Owner) => openOwnersDatabase(env, owner, parts);
  const demo = new DemoStore(parts.db);
  let latest: { replyId: string; facts: StoryFacts | null } | null = null;
  const findFacts = async (owner: Owner, replyId: string) => {
    const { userId, conversationId } = owner;
    if (latest?.replyId === replyId) return latest.facts;
    const demoRow = demo.findRunning();
    if (demoRow) return toDemoFacts(conversationId, demoRow);
    const [row] = await findStoryBrief(openDatabase(owner), userId, conversationId);
    latest = { replyId, facts: row ? toStoryFacts(row) : null };
    return latest.facts;
  };
  const contextBudget = () => toContextBudget(parseSettings(env));
  const lore = new LoreStore(parts.db, parts.tree, () => toLoreBudget(contextBudget()));
  const stores = {
    cast: new CastStore(parts.db, parts.tree),
    demo,
    state: new StoryStateStore(parts.db),
    memory: new MemoryStore(parts.db, parts.tree, parts.record),
    lore,
    proposals: new LoreProposals(parts.db, lore),
    suggestions: new SuggestionStore(parts.db),
  };
  const prompts = new StoryPrompts({
    ...stores,
    notes: parts.notes,
    tree: parts.tree,
    steps: new PromptStepStore(parts.db),
    contextBudget,
    sharesBeginning: (asked) => sharesBeginning(parseSettings(env), asked),
  });
  return {
    ...parts,
    ...stores,
    openDatabase,
    prompts,
    contextBudget,
    findFacts,
    writer: () => languageModel(parseSettings(env), env),
    timeouts: () => toTimeouts(parseSettings(env)),
    structured: () => structuredModel(parseSettings(env), env),
  };
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
