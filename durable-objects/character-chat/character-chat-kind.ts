import { sql } from "drizzle-orm";
import { toPicturePrefix } from "#domain/chat.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { countPictures, removePicture, toPictureVersion } from "#workers/character-chats/picture-store.ts";
import { findChatBrief, projectChat, toCharacterBrief } from "#workers/character-chats/store.ts";
import { type Database, runBatch } from "#workers/db/client.ts";
import { purgeRow } from "#workers/db/owned-rows.ts";
import { characterChats } from "#workers/db/schema/index.ts";
import { readUsedLore } from "#workers/lorebooks/used-lore-store.ts";
import { removeFolder } from "#workers/pictures/stored-pictures.ts";
import type {
  BuiltPrompt,
  ConversationKind,
  ConversationSummary,
  Delivery,
  KindParts,
  OpenedTurn,
  PromptBuilder,
  ReplyContext,
  UnreadCounter,
  Writing,
} from "../conversation/conversation-kind.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import type { MessageRow } from "../conversation/message-tree.ts";
import type { Migrations } from "../conversation/migrations.ts";
import { purgeDueAfterDeletion } from "../conversation/purge.ts";
import type { Owner } from "../conversation/record.ts";
import type { Turn } from "../conversation/turn-store.ts";
import { type Leaving, MemoryJob } from "../memory/memory-job.ts";
import type { MemoryStore } from "../memory/memory-store.ts";
import { openSparkAccount } from "../owners-account.ts";
import { createWritingParts, type WritingParts } from "../writing-parts.ts";
import { type ChatFacts, ChatPrompts } from "./chat-prompts.ts";
import { readState } from "./schema.ts";

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
  readonly writing: Writing;
  readonly jobsAfterEdit = [{ name: "memory", reads: "head" }] as const;
  readonly jobs;
  readonly #parts: WritingParts;
  readonly #bucket: R2Bucket;
  readonly #prompts: ChatPrompts;

  constructor(env: Env, kindParts: KindParts) {
    const parts = createWritingParts(env, kindParts);
    this.#parts = parts;
    this.#bucket = env.PORTRAITS;
    this.unread = new UnreadStore(parts.db);
    this.memory = parts.memory;
    this.writing = parts;
    this.#prompts = new ChatPrompts(parts);
    this.jobs = {
      memory: new MemoryJob({
        ...parts,
        findLeaving: (owner) => this.#findLeaving(owner),
        subject: "chat",
      }),
    };
  }

  hasAccount(): boolean {
    return true;
  }

  async open(owner: Owner, turn: Turn): Promise<OpenedTurn> {
    const db = this.#parts.openDatabase(owner);
    const [[row], , [reserved]] = await db.batch([
      findChatBrief(db, owner.userId, owner.conversationId),
      ...openSparkAccount(db, owner, turn.replyId).reserve("chat-reply"),
    ]);
    if (!row) return { ok: false, code: "NOT_FOUND" };
    if (!reserved) return { ok: false, code: "MONTHLY_LIMIT_EXCEEDED" };
    const facts = await this.#toFacts(db, owner, row);
    return {
      ok: true,
      isStopFree: reserved.isStopFree,
      buildPrompt: (context) => this.#prompts.build(facts, context),
      reservation: { facts: JSON.stringify(facts), sparksLeft: reserved.sparksLeft },
    };
  }

  recallPrompt(facts: string, context: ReplyContext): BuiltPrompt | null {
    const known: ChatFacts = JSON.parse(facts);
    if (known.lore !== this.#parts.lore.stamp) return null;
    if (known.brief.isNSFW) return null; // only D1 knows whether the person allows adult content still
    return this.#prompts.recall(known, context);
  }

  async reopen(owner: Owner): Promise<PromptBuilder | null> {
    const facts = await this.#findFacts(owner);
    return facts && ((context) => this.#prompts.build(facts, context));
  }

  async deliver(owner: Owner, { settlements, summary, pictures }: Delivery): Promise<void> {
    const db = this.#parts.openDatabase(owner);
    await runBatch(db, [
      ...settlements.map(({ replyId, settlement }) =>
        openSparkAccount(db, owner, replyId).settle(settlement),
      ),
      ...(summary === null ? [] : this.#toProjection(db, owner, summary)),
    ]);
    // Sparks do not wait for R2.
    const { userId, conversationId: chatId } = owner;
    for (const url of pictures) await removePicture(this.#bucket, chatId, toPictureVersion({ url }));
    if (pictures.length > 0) await countPictures(db, this.#bucket, { userId, chatId });
  }

  /** Deletes its row in D1 and its pictures. */
  async purge(owner: Owner): Promise<boolean> {
    const { userId, conversationId } = owner;
    const gone = await purgeRow(this.#parts.openDatabase(owner), characterChats, userId, conversationId);
    if (gone) await removeFolder(this.#bucket, toPicturePrefix(conversationId));
    return gone;
  }

  /** The messages that the next prompts will leave out, for its memory. */
  async #findLeaving(owner: Owner): Promise<Leaving | null> {
    const facts = await this.#findFacts(owner);
    const head = this.#parts.tree.head();
    return facts && head && this.#prompts.past.findLeaving(facts, head);
  }

  async #findFacts(owner: Owner): Promise<ChatFacts | null> {
    const db = this.#parts.openDatabase(owner);
    const [row] = await findChatBrief(db, owner.userId, owner.conversationId);
    return row ? this.#toFacts(db, owner, row) : null;
  }

  /** If its lorebooks have changed since their entries were stored here: also reads and stores them again, with their new stamp. */
  async #toFacts(db: Database, { userId, conversationId: id }: Owner, row: ChatRow): Promise<ChatFacts> {
    if (row.lore !== this.#parts.lore.stamp) {
      const now = await readUsedLore(db, userId, { kind: "character-chat", id }, row.person);
      this.#parts.transaction(() => this.#parts.lore.save(now.stamp, now.entries));
    }
    const { historyMessages } = PLAN_LIMITS[row.tier];
    return { brief: toCharacterBrief(row), historyMessages, lore: row.lore };
  }

  /** The statements that store the chat's summary in D1. */
  #toProjection(db: Database, { userId, conversationId }: Owner, summary: ConversationSummary) {
    const { exchangeCount: _, ...shown } = summary;
    return projectChat(db, userId, conversationId, { ...shown, unreadCount: this.unread.find() });
  }
}

/** How many replies came while nobody had the chat open. */
class UnreadStore implements UnreadCounter {
  readonly #db: ObjectDatabase;

  constructor(db: ObjectDatabase) {
    this.#db = db;
  }

  find(): number {
    return this.#db.select().from(readState).get()?.unreadCount ?? 0;
  }

  /** Another version of an unread reply does not count as one more. */
  count({ version }: MessageRow): void {
    const more = version > 1 && this.find() > 0 ? 0 : 1;
    this.#db
      .insert(readState)
      .values({ id: 1, unreadCount: more })
      .onConflictDoUpdate({
        target: readState.id,
        set: { unreadCount: sql`${readState.unreadCount} + ${more}` },
      })
      .run();
  }

  reset(): boolean {
    if (this.find() === 0) return false;
    this.#db.update(readState).set({ unreadCount: 0 }).run();
    return true;
  }
}
