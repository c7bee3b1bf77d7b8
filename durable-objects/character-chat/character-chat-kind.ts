import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { CharacterBrief } from "#domain/chat.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { fillWindow, windowTokens } from "#workers/ai/context-window.ts";
import { languageModel, structuredModel } from "#workers/ai/language-model.ts";
import { characterPrompt } from "#workers/ai/prompts/character-prompt.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { estimateTokens } from "#workers/ai/tokens.ts";
import { findChatBrief, projectChat, purgeChat, toCharacterBrief } from "#workers/character-chats/store.ts";
import { type Database, openPrimaryDatabase, runBatch } from "#workers/db/client.ts";
import { parseSettings } from "#workers/settings.ts";
import {
  type ConversationKind,
  type ConversationSummary,
  type Delivery,
  type KindParts,
  type OpenedTurn,
  type PromptBuilder,
  purgeDueAfterDeletion,
  type ReplyContext,
} from "../conversation/conversation-kind.ts";
import type { Migrations } from "../conversation/migrations.ts";
import type { Owner } from "../conversation/record.ts";
import type { Turn } from "../conversation/turn-log.ts";
import { MemoryJob } from "../memory/memory-job.ts";
import { MemoryStore } from "../memory/memory-store.ts";
import { openSparkAccount } from "../spark-account.ts";
import { removePictures } from "./remove-pictures.ts";
import { UnreadStore } from "./unread-store.ts";

type ChatFacts = Awaited<ReturnType<typeof findChatBrief>>[number];

const MIGRATIONS: Migrations = {
  part: "character-chat",
  files: import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
};

/** What makes a conversation a chat with a character. */
export class CharacterChatKind implements ConversationKind {
  readonly idField = "chatId";
  readonly migrations = MIGRATIONS;
  readonly analysis = null;
  readonly purgeDueAt = purgeDueAfterDeletion;
  readonly unread: UnreadStore;
  readonly jobs;
  readonly #env: Env;
  readonly #memory: MemoryStore;
  /** Of the card and the story in the last prompt. A restart forgets it until the next one. */
  #materialTokens = 0;

  constructor(env: Env, { db, tree, isBusy }: KindParts) {
    this.#env = env;
    this.unread = new UnreadStore(db);
    this.#memory = new MemoryStore(db, tree);
    this.jobs = {
      memory: new MemoryJob({
        subject: "chat",
        memory: this.#memory,
        tree,
        isBusy,
        hasMemory: (owner) => this.#hasMemory(owner),
        structured: () => structuredModel(parseSettings(env), env),
        windowTokens: () => this.#windowTokens(),
      }),
    };
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
    return { ok: true, buildPrompt: (context) => this.#buildPrompt(facts, context) };
  }

  async reopen(owner: Owner): Promise<PromptBuilder | null> {
    const facts = await this.#findFacts(owner);
    return facts && ((context) => this.#buildPrompt(facts, context));
  }

  model(): LanguageModelV4 {
    return languageModel(parseSettings(this.#env), this.#env);
  }

  async deliver(owner: Owner, { settlements, summary }: Delivery): Promise<void> {
    const db = this.#openDatabase();
    await runBatch(db, [
      ...settlements.map(({ replyId, charge }) => openSparkAccount(db, owner, replyId).settle(charge)),
      ...(summary === null ? [] : this.#toProjection(db, owner, summary)),
    ]);
  }

  /** Its row in D1, and the pictures that were made of it. */
  async purge({ userId, conversationId }: Owner): Promise<boolean> {
    const gone = await purgeChat(this.#openDatabase(), userId, conversationId);
    if (gone) await removePictures(this.#env.PORTRAITS, conversationId);
    return gone;
  }

  #buildPrompt(facts: ChatFacts, { newestFirst, avoid }: ReplyContext): PromptMessage[] {
    const { historyMessages } = PLAN_LIMITS[facts.tier];
    const brief = toCharacterBrief(facts);
    this.#materialTokens = countMaterialTokens(brief);
    const budget = { tokens: this.#windowTokens(), messages: historyMessages };
    const latest = fillWindow(newestFirst, budget);
    const [first] = latest;
    // A plan with a limited history is given the last messages and nothing of what was before.
    const before = historyMessages === null && first ? this.#memory.recallBefore(first) : null;
    return characterPrompt({
      brief,
      memory: before?.memory,
      messages: [...(before?.gap ?? []), ...latest],
      avoid: avoid?.content ?? null,
    });
  }

  #windowTokens(): number {
    return windowTokens(parseSettings(this.#env), this.#materialTokens);
  }

  async #hasMemory(owner: Owner): Promise<boolean> {
    const facts = await this.#findFacts(owner);
    return facts !== null && PLAN_LIMITS[facts.tier].historyMessages === null;
  }

  async #findFacts({ userId, conversationId }: Owner): Promise<ChatFacts | null> {
    const [facts] = await findChatBrief(this.#openDatabase(), userId, conversationId);
    return facts ?? null;
  }

  /** The statements that tell D1 how the chat stands. */
  #toProjection(db: Database, { userId, conversationId }: Owner, summary: ConversationSummary) {
    const { exchangeCount: _, ...shown } = summary;
    return projectChat(db, userId, conversationId, { ...shown, unreadCount: this.unread.find() });
  }

  #openDatabase(): Database {
    return openPrimaryDatabase(this.#env.DB);
  }
}

/** Tokens of the texts that most chats don't have: what came with a card or from a story. */
function countMaterialTokens({ card, story }: CharacterBrief): number {
  const texts = [
    ...(card === null ? [] : Object.values(card)),
    ...(story === null ? [] : [JSON.stringify(story)]),
  ];
  return texts.reduce((sum, text) => sum + (text === "" ? 0 : estimateTokens(text)), 0);
}
