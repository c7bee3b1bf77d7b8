import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { CharacterBrief } from "#domain/chat.ts";
import { PLAN_LIMITS, type PlanLimits } from "#domain/plan.ts";
import { fillWindow, windowTokens } from "#workers/ai/context-window.ts";
import { languageModel } from "#workers/ai/language-model.ts";
import { characterPrompt } from "#workers/ai/prompts/character-prompt.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { findChatBrief, projectChat, purgeChat, toCharacterBrief } from "#workers/character-chats/store.ts";
import { type Database, openPrimaryDatabase, runBatch } from "#workers/db/client.ts";
import { parseSettings } from "#workers/settings.ts";
import type { News, Opened, Owner, Projection, ReplyContext, Script } from "./conversation/script.ts";
import type { Turn } from "./conversation/turn-log.ts";
import { replySparks } from "./spark-account.ts";

/** What a character's answer is written from, besides its messages. */
export type CharacterFacts = { brief: CharacterBrief; limits: PlanLimits };

/** What makes a conversation a chat with a character. */
export class CharacterChatScript implements Script<CharacterFacts> {
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  async open(owner: Owner, turn: Turn): Promise<Opened<CharacterFacts>> {
    const db = this.#db();
    const [rows, , reserved] = await db.batch([
      findChatBrief(db, owner.userId, owner.conversationId),
      ...replySparks(db, owner, turn.replyId).reserve("chat-reply"),
    ]);
    const facts = toFacts(rows);
    if (facts === null) return { ok: false, code: "NOT_FOUND" };
    return reserved.length === 1 ? { ok: true, brief: facts } : { ok: false, code: "MONTHLY_LIMIT_EXCEEDED" };
  }

  async reopen({ userId, conversationId }: Owner): Promise<CharacterFacts | null> {
    return toFacts(await findChatBrief(this.#db(), userId, conversationId));
  }

  prompt({ brief, limits }: CharacterFacts, { newestFirst, avoid }: ReplyContext): PromptMessage[] {
    const window = { tokens: windowTokens(parseSettings(this.#env)), messages: limits.historyMessages };
    return characterPrompt(brief, fillWindow(newestFirst, window), avoid?.content ?? null);
  }

  model(): LanguageModelV4 {
    return languageModel(parseSettings(this.#env), this.#env);
  }

  async tell(owner: Owner, { settlements, projection }: News): Promise<void> {
    const db = this.#db();
    await runBatch(db, [
      ...settlements.map(({ replyId, charge }) => replySparks(db, owner, replyId).settle(charge)),
      ...(projection === null ? [] : [projectionOf(db, owner, projection)]),
    ]);
  }

  purge({ userId, conversationId }: Owner): Promise<boolean> {
    return purgeChat(this.#db(), userId, conversationId);
  }

  #db(): Database {
    return openPrimaryDatabase(this.#env.DB);
  }
}

function projectionOf(db: Database, { userId, conversationId }: Owner, projected: Projection) {
  const { projection, lastMessageId, lastMessageRole, lastMessage, messageCount, updatedAt } = projected;
  return projectChat(db, userId, conversationId, {
    projection,
    lastMessageId,
    lastMessageRole,
    lastMessage,
    messageCount,
    updatedAt,
  });
}

function toFacts([row]: Awaited<ReturnType<typeof findChatBrief>>): CharacterFacts | null {
  return row ? { brief: toCharacterBrief(row), limits: PLAN_LIMITS[row.tier] } : null;
}
