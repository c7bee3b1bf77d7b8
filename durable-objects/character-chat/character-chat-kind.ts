import type { LanguageModelV4 } from "@ai-sdk/provider";
import { toPicturePrefix } from "#domain/chat.ts";
import type { Notes } from "#domain/notes.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { countLineTokens, toContextBudget } from "#workers/ai/context-window.ts";
import { languageModel, sharesBeginning, structuredModel } from "#workers/ai/language-model.ts";
import { type Patience, toPatience } from "#workers/ai/patience.ts";
import { buildNotesBlocks } from "#workers/ai/prompts/notes.ts";
import { findChatBrief, projectChat, toCharacterBrief } from "#workers/character-chats/store.ts";
import { type Database, runBatch } from "#workers/db/client.ts";
import { purgeRow } from "#workers/db/owned-rows.ts";
import { characterChats } from "#workers/db/schema/index.ts";
import { parseSettings } from "#workers/settings.ts";
import {
  type BuiltPrompt,
  type ConversationKind,
  type ConversationSummary,
  type Delivery,
  type KindParts,
  type OpenedTurn,
  type PromptBuilder,
  purgeDueAfterDeletion,
  type ReplyContext,
} from "../conversation/conversation-kind.ts";
import type { MessageTree } from "../conversation/message-tree.ts";
import type { Migrations } from "../conversation/migrations.ts";
import type { Owner } from "../conversation/record.ts";
import { StepStore } from "../conversation/step-store.ts";
import type { Turn } from "../conversation/turn-log.ts";
import { type Leaving, MemoryJob } from "../memory/memory-job.ts";
import { MemoryStore } from "../memory/memory-store.ts";
import { openOwnersDatabase } from "../owners-database.ts";
import { openSparkAccount } from "../spark-account.ts";
import { type ChatFacts, ChatPrompts } from "./chat-prompts.ts";
import { UnreadStore } from "./unread-store.ts";

type ChatRow = Awaited<ReturnType<typeof findChatBrief>>[number];

const MIGRATIONS: Migrations = {
  part: "character-chat",
  files: import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
};

export class CharacterChatKind implements ConversationKind {
  readonly idField = "chatId";
  readonly migrations = MIGRATIONS;
  readonly analysis = null;
  readonly purgeDueAt = purgeDueAfterDeletion;
  readonly unread: UnreadStore;
  readonly memory: MemoryStore;
  readonly jobsAfterEdit = [{ name: "memory", reads: "head" }] as const;
  readonly jobs;
  readonly #env: Env;
  readonly #openDatabase: (owner: Owner) => Database;
  readonly #tree: MessageTree;
  readonly #prompts: ChatPrompts;

  constructor(env: Env, parts: KindParts) {
    const { db, tree, isBusy } = parts;
    this.#env = env;
    this.#openDatabase = (owner) => openOwnersDatabase(env, owner, parts);
    this.unread = new UnreadStore(db);
    this.#tree = tree;
    const memory = new MemoryStore(db, tree, parts.record);
    this.memory = memory;
    this.#prompts = new ChatPrompts({
      tree,
      memory,
      notes: parts.notes,
      steps: new StepStore(db),
      contextBudget: () => toContextBudget(parseSettings(env)),
      sharesBeginning: (asked) => sharesBeginning(parseSettings(env), asked),
    });
    this.jobs = {
      memory: new MemoryJob({
        subject: "chat",
        memory,
        tree,
        isBusy,
        findLeaving: (owner) => this.#findLeaving(owner),
        structured: () => structuredModel(parseSettings(env), env),
        patience: () => this.patience(),
      }),
    };
  }

  forget(messageIds: readonly string[]): void {
    this.memory.forget(messageIds);
  }

  listFacts() {
    return null;
  }

  describeNotes(notes: Notes) {
    const { context: contextTokens } = toContextBudget(parseSettings(this.#env));
    return { tokens: countLineTokens(buildNotesBlocks(notes)), contextTokens };
  }

  joinedFields(chatId: string) {
    return { chatId };
  }

  async open(owner: Owner, turn: Turn): Promise<OpenedTurn> {
    const db = this.#openDatabase(owner);
    const [[row], , [reserved]] = await db.batch([
      findChatBrief(db, owner.userId, owner.conversationId),
      ...openSparkAccount(db, owner, turn.replyId).reserve("chat-reply"),
    ]);
    if (!row) return { ok: false, code: "NOT_FOUND" };
    if (!reserved) return { ok: false, code: "MONTHLY_LIMIT_EXCEEDED" };
    const facts = toChatFacts(row);
    return {
      ok: true,
      isStopFree: reserved.isStopFree,
      buildPrompt: (context) => this.#prompts.build(facts, context),
      reservation: { facts: JSON.stringify(facts), sparksLeft: reserved.sparksLeft },
    };
  }

  recallPrompt(facts: string, context: ReplyContext): BuiltPrompt | null {
    const known: ChatFacts = JSON.parse(facts);
    if (known.brief.isNSFW) return null; // only D1 knows whether the person allows adult content still
    return this.#prompts.recall(known, context);
  }

  async reopen(owner: Owner): Promise<PromptBuilder | null> {
    const facts = await this.#findFacts(owner);
    return facts && ((context) => this.#prompts.build(facts, context));
  }

  model(): LanguageModelV4 {
    return languageModel(parseSettings(this.#env), this.#env);
  }

  patience(): Patience {
    return toPatience(parseSettings(this.#env));
  }

  async deliver(owner: Owner, { settlements, summary }: Delivery): Promise<void> {
    const db = this.#openDatabase(owner);
    await runBatch(db, [
      ...settlements.map(({ replyId, settlement }) =>
        openSparkAccount(db, owner, replyId).settle(settlement),
      ),
      ...(summary === null ? [] : this.#toProjection(db, owner, summary)),
    ]);
  }

  /** Deletes its row in D1 and its pictures. */
  async purge(owner: Owner): Promise<boolean> {
    const { userId, conversationId } = owner;
    const gone = await purgeRow(this.#openDatabase(owner), characterChats, userId, conversationId);
    if (gone) await removePictures(this.#env.PORTRAITS, conversationId);
    return gone;
  }

  /** The messages that the next prompts will leave out, for its memory. */
  async #findLeaving(owner: Owner): Promise<Leaving | null> {
    const facts = await this.#findFacts(owner);
    const head = this.#tree.head();
    return facts && head && this.#prompts.findLeaving(facts, head);
  }

  async #findFacts(owner: Owner): Promise<ChatFacts | null> {
    const { userId, conversationId } = owner;
    const [row] = await findChatBrief(this.#openDatabase(owner), userId, conversationId);
    return row ? toChatFacts(row) : null;
  }

  /** The statements that store the chat's summary in D1. */
  #toProjection(db: Database, { userId, conversationId }: Owner, summary: ConversationSummary) {
    const { exchangeCount: _, ...shown } = summary;
    return projectChat(db, userId, conversationId, { ...shown, unreadCount: this.unread.find() });
  }
}

function toChatFacts(row: ChatRow): ChatFacts {
  return { brief: toCharacterBrief(row), historyMessages: PLAN_LIMITS[row.tier].historyMessages };
}

/** Deletes the pictures of a chat. Safe to repeat. */
async function removePictures(bucket: R2Bucket, chatId: string): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix: toPicturePrefix(chatId), cursor });
    if (page.objects.length > 0) await bucket.delete(page.objects.map(({ key }) => key));
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}
