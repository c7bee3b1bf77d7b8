import type { LanguageModelV4 } from "@ai-sdk/provider";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { fillWindow, windowTokens } from "#workers/ai/context-window.ts";
import { languageModel } from "#workers/ai/language-model.ts";
import { characterPrompt } from "#workers/ai/prompts/character-prompt.ts";
import { findChatBrief, projectChat, purgeChat, toCharacterBrief } from "#workers/character-chats/store.ts";
import { type Database, openPrimaryDatabase, runBatch } from "#workers/db/client.ts";
import { parseSettings } from "#workers/settings.ts";
import {
  type ConversationKind,
  type ConversationSummary,
  type Delivery,
  type OpenedTurn,
  type PromptBuilder,
  purgeDueAfterDeletion,
} from "../conversation/conversation-kind.ts";
import type { Owner } from "../conversation/record.ts";
import type { Turn } from "../conversation/turn-log.ts";
import { openSparkAccount } from "../spark-account.ts";

type ChatFacts = Awaited<ReturnType<typeof findChatBrief>>[number];

/** What makes a conversation a chat with a character. */
export class CharacterChatKind implements ConversationKind {
  readonly idField = "chatId";
  readonly migrations = null;
  readonly jobs = {};
  readonly analysis = null;
  readonly purgeDueAt = purgeDueAfterDeletion;
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  joinedFields(chatId: string) {
    return { chatId };
  }

  async open(owner: Owner, turn: Turn): Promise<OpenedTurn> {
    const db = this.#openDatabase();
    const [[facts], , reserved] = await db.batch([
      findChatBrief(db, owner.userId, owner.conversationId),
      ...openSparkAccount(db, owner, turn.replyId).reserve("chat-reply"),
    ]);
    if (!facts) return { ok: false, code: "NOT_FOUND" };
    if (reserved.length === 0) return { ok: false, code: "MONTHLY_LIMIT_EXCEEDED" };
    return { ok: true, buildPrompt: this.#toPromptBuilder(facts) };
  }

  async reopen({ userId, conversationId }: Owner): Promise<PromptBuilder | null> {
    const [facts] = await findChatBrief(this.#openDatabase(), userId, conversationId);
    return facts ? this.#toPromptBuilder(facts) : null;
  }

  model(): LanguageModelV4 {
    return languageModel(parseSettings(this.#env), this.#env);
  }

  async deliver(owner: Owner, { settlements, summary }: Delivery): Promise<void> {
    const db = this.#openDatabase();
    await runBatch(db, [
      ...settlements.map(({ replyId, charge }) => openSparkAccount(db, owner, replyId).settle(charge)),
      ...(summary === null ? [] : [toProjection(db, owner, summary)]),
    ]);
  }

  purge({ userId, conversationId }: Owner): Promise<boolean> {
    return purgeChat(this.#openDatabase(), userId, conversationId);
  }

  #toPromptBuilder(facts: ChatFacts): PromptBuilder {
    const { historyMessages } = PLAN_LIMITS[facts.tier];
    return ({ newestFirst, avoid }) => {
      const budget = { tokens: windowTokens(parseSettings(this.#env)), messages: historyMessages };
      return characterPrompt(
        toCharacterBrief(facts),
        fillWindow(newestFirst, budget),
        avoid?.content ?? null,
      );
    };
  }

  #openDatabase(): Database {
    return openPrimaryDatabase(this.#env.DB);
  }
}

/** The statement that tells D1 how the chat stands. */
function toProjection(
  db: Database,
  { userId, conversationId }: Owner,
  { exchangeCount: _, ...summary }: ConversationSummary,
) {
  return projectChat(db, userId, conversationId, summary);
}
