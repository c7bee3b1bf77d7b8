import type { LanguageModelV4 } from "@ai-sdk/provider";
import { PLAN_LIMITS, type PlanLimits } from "#domain/plan.ts";
import type { StoryBrief } from "#domain/story-record.ts";
import { fillWindow, windowTokens } from "#workers/ai/context-window.ts";
import { languageModel } from "#workers/ai/language-model.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { type StoryAsk, storyPrompt } from "#workers/ai/prompts/story-prompt.ts";
import { projectCharacters } from "#workers/characters/store.ts";
import { type Database, openPrimaryDatabase, runBatch } from "#workers/db/client.ts";
import { parseSettings } from "#workers/settings.ts";
import { findStoryBrief, projectStory, purgeStory, toStoryBrief } from "#workers/stories/store.ts";
import type { MessageRow } from "./conversation/message-tree.ts";
import type { News, Opened, Owner, Projection, ReplyContext, Script } from "./conversation/script.ts";
import type { Turn } from "./conversation/turn-log.ts";
import { replySparks } from "./spark-account.ts";

/** What a story's reply is written from, besides its messages. */
export type StoryFacts = { brief: StoryBrief; limits: PlanLimits };

/** Most people of the cast that the writer is told of: those mentioned most. */
const CAST_IN_PROMPT = 30;
/** Tokens for messages that left the window and are not summarised yet: that happens in the background, some at a time. */
const GAP_TOKENS = 1_500;

/** What makes a conversation a story. */
export class StoryScript implements Script<StoryFacts> {
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  async open(owner: Owner, turn: Turn, exchangeCount: number): Promise<Opened<StoryFacts>> {
    const db = this.#db();
    const [rows, , reserved] = await db.batch([
      findStoryBrief(db, owner.userId, owner.conversationId),
      ...replySparks(db, owner, turn.replyId).reserve("story-passage"),
    ]);
    const facts = toFacts(rows);
    if (facts === null) return { ok: false, code: "NOT_FOUND" };
    if (rows[0]?.story.status !== "active") return { ok: false, code: "STORY_READ_ONLY" };
    const most = facts.limits.exchangesPerStory;
    const isExchange = turn.kind === "message" || turn.kind === "continue";
    if (isExchange && most !== null && exchangeCount >= most) {
      return { ok: false, code: "STORY_LENGTH_EXCEEDED" };
    }
    return reserved.length === 1 ? { ok: true, brief: facts } : { ok: false, code: "MONTHLY_LIMIT_EXCEEDED" };
  }

  async reopen({ userId, conversationId }: Owner): Promise<StoryFacts | null> {
    return toFacts(await findStoryBrief(this.#db(), userId, conversationId));
  }

  prompt({ brief, limits }: StoryFacts, context: ReplyContext): PromptMessage[] {
    const { known, exchanges } = context;
    const latest = fillWindow(context.newestFirst, {
      tokens: windowTokens(parseSettings(this.#env)),
      messages: limits.historyMessages,
    });
    const [first] = latest;
    // A plan with a limited history is given the last messages and nothing of what was before.
    const before = limits.historyMessages === null && first ? known?.before(first) : undefined;
    const gap = fillWindow(before?.unremembered ?? [], { tokens: GAP_TOKENS, messages: null });
    return storyPrompt({
      brief,
      pace: { exchanges },
      cast: known?.cast.slice(0, CAST_IN_PROMPT) ?? [],
      location: known?.location ?? null,
      memory: before?.memory ?? [],
      passages: [...gap, ...latest],
      ask: askOf(context),
    });
  }

  model(): LanguageModelV4 {
    return languageModel(parseSettings(this.#env), this.#env);
  }

  async tell(owner: Owner, { settlements, projection }: News): Promise<void> {
    const db = this.#db();
    await runBatch(db, [
      ...settlements.map(({ replyId, charge }) => replySparks(db, owner, replyId).settle(charge)),
      ...(projection === null ? [] : projectionOf(db, owner, projection)),
    ]);
  }

  purge({ userId, conversationId }: Owner): Promise<boolean> {
    return purgeStory(this.#db(), userId, conversationId);
  }

  #db(): Database {
    return openPrimaryDatabase(this.#env.DB);
  }
}

function projectionOf(
  db: Database,
  { userId, conversationId }: Owner,
  { people, ...projection }: Projection,
) {
  return [
    projectStory(db, userId, conversationId, projection),
    ...projectCharacters(db, { userId, storyId: conversationId }, people, new Date()),
  ];
}

function toFacts([row]: Awaited<ReturnType<typeof findStoryBrief>>): StoryFacts | null {
  return row ? { brief: toStoryBrief(row.story), limits: PLAN_LIMITS[row.tier] } : null;
}

function askOf({ turn, parent, avoid }: ReplyContext): StoryAsk {
  switch (turn.kind) {
    case "opening":
      return { kind: "opening" };
    case "message":
      return { kind: "passage" };
    case "continue":
      return { kind: "continue", direction: turn.content };
    case "regenerate":
      if (avoid === null) return { kind: "passage" };
      return { kind: "different-take", avoid: avoid.content, after: placeOf(parent) };
  }
}

function placeOf(parent: MessageRow | null): "opening" | "passage" | "continue" {
  if (parent === null) return "opening";
  return parent.role === "user" ? "passage" : "continue";
}
