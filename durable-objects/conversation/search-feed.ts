import { and, asc, gt, sql } from "drizzle-orm";
import { hashDocument, KINDS_BESIDE, type SearchDocument, type SourceUpdate } from "#domain/search-update.ts";
import type { ConversationParts } from "./conversation.ts";
import type { ConversationKind } from "./conversation-kind.ts";
import { isInPart } from "./message-statements.ts";
import type { MessageRow } from "./message-tree.ts";
import { Outbox, type OutboxRow } from "./outbox.ts";
import type { Owner } from "./record.ts";
import { messages } from "./schema.ts";

/**
 * The topics that triggers write (migrations/…_search.sql). `search-message`: a message was stored, edited or deleted; `search-part`: a part
 * went into the bin or came out of it; `search-beside`: notes, memory, names of paths, or another path is open; `search-all`: everything.
 */
const TOPICS = ["search-message", "search-part", "search-beside", "search-all"] as const;

/** Rows of the outbox that are delivered together, and messages in one update: small, so that a search in between waits for little. */
const DELIVERED_TOGETHER = 50;
/** After a full update the feed waits as long as it took, at least this, in milliseconds: others can run while thousands of messages are due. */
const PAUSE_MIN_MS = 5;

/** What a conversation asks the index of its owner's texts (`SearchObject`). */
export type SearchCalls = {
  apply: (owner: Owner, update: SourceUpdate) => Promise<number | null>;
  summarise: (source: string) => Promise<{ count: number; sum: number }>;
};
export type FindIndex = (userId: string) => SearchCalls;

type FeedParts = Pick<ConversationParts, "db" | "record" | "tree" | "sideTables"> & {
  kind: Pick<ConversationKind, "idField" | "memory" | "hasAccount">;
  findIndex: FindIndex;
};

/**
 * Sends the index of its owner's texts what has changed in the conversation. Triggers have noted it, so no code that changes a message can
 * forget it. An update has what the conversation says when it is sent: sent twice, or late, it does no harm.
 */
export class SearchFeed {
  readonly #parts: FeedParts;
  readonly #outbox: Outbox;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#outbox = new Outbox({
      db: parts.db,
      topics: TOPICS,
      deliver: (rows) => this.#deliver(rows),
      batchSize: DELIVERED_TOGETHER,
    });
  }

  get isDelivering(): boolean {
    return this.#outbox.isDelivering;
  }

  /** When an alarm has to deliver, in milliseconds since 1970; `null`: nothing is pending. */
  nextDue(): number | null {
    return this.#outbox.nextAlarm();
  }

  deliverDue(): Promise<void> {
    return this.#outbox.deliverDue();
  }

  /** Sends everything again. */
  async renew(): Promise<void> {
    this.#outbox.add("search-all", "");
    await this.#outbox.deliverDue();
  }

  /** Compares what the index has of the conversation with what it should have. If they differ, it sends everything again. */
  async compare(): Promise<void> {
    const owner = this.#parts.record.get();
    if (owner === null || this.#outbox.nextDue() !== null || !this.#parts.kind.hasAccount()) return;
    const beside = this.#listBeside(owner).map(hashDocument);
    let count = beside.length;
    let sum = beside.reduce((all, hash) => all + hash, 0);
    for (const rows of this.#readMessages()) {
      const documents = this.#toDocuments(rows);
      count += documents.length;
      for (const document of documents) sum += hashDocument(document);
    }
    const found = await this.#parts.findIndex(owner.userId).summarise(this.#toSource(owner));
    if (found.count !== count || found.sum !== sum) await this.renew();
  }

  async #deliver(rows: readonly OutboxRow[]): Promise<void> {
    const owner = this.#parts.record.get();
    if (owner === null || !this.#parts.kind.hasAccount()) return;
    const topics = new Set(rows.map(({ topic }) => topic));
    if (topics.has("search-all")) return this.#sendAll(owner);
    const ids = new Set(
      rows.flatMap(({ topic, replyId }) => (topic === "search-message" && replyId ? [replyId] : [])),
    );
    const found = [...ids]
      .flatMap((id) => this.#parts.tree.get(id) ?? [])
      .toSorted((one, other) => one.depth - other.depth); // a message before those that follow it
    const hasEdit = found.some(({ editedAt }) => editedAt !== null); // it may make lines of memory stale
    const beside = hasEdit || topics.has("search-beside") || topics.has("search-part");
    if (ids.size > 0 || beside) {
      const documents = this.#toDocuments(found);
      const sent = new Set(documents.map(({ item }) => item));
      await this.#send(owner, {
        documents: [...documents, ...(beside ? this.#listBeside(owner) : [])],
        removed: [...ids].filter((id) => !sent.has(id)),
        ...(beside ? { whole: KINDS_BESIDE } : {}),
      });
    }
    for (const { topic, replyId } of rows) {
      if (topic !== "search-part" || replyId === null) continue;
      for (const part of this.#readMessages(replyId)) await this.#sendMessages(owner, part);
    }
  }

  async #sendAll(owner: Owner): Promise<void> {
    const kept: string[] = [];
    for (const rows of this.#readMessages()) kept.push(...(await this.#sendMessages(owner, rows)));
    const beside = this.#listBeside(owner);
    const keep = [...kept, ...beside.map(({ item }) => item), owner.conversationId];
    await this.#send(owner, {
      documents: beside,
      whole: [...KINDS_BESIDE, this.#isStory ? "passage" : "chat"],
      keep,
    });
  }

  /** Returns the items that the index has of them now. */
  async #sendMessages(owner: Owner, rows: readonly MessageRow[]): Promise<string[]> {
    const documents = this.#toDocuments(rows);
    const items = documents.map(({ item }) => item);
    const kept = new Set(items);
    await this.#send(owner, { documents, removed: rows.map(({ id }) => id).filter((id) => !kept.has(id)) });
    const { record } = this.#parts;
    record.raiseProjection((record.get()?.projection ?? 0) + 1); // for the update that follows
    return items;
  }

  /**
   * Sends an update under the present number. The index refuses it if it has seen this number or a later one: another update had the same
   * number, or this conversation was set back to an earlier state. Then it is sent again under the next number.
   */
  async #send(owner: Owner, update: Omit<SourceUpdate, "source" | "number" | "headId">): Promise<void> {
    const { record } = this.#parts;
    const { documents = [], removed = [] } = update;
    const source = this.#toSource(owner);
    const begunAt = Date.now();
    while (true) {
      const { projection: number = 0, headId = null } = record.get() ?? {};
      const seen = await this.#parts
        .findIndex(owner.userId)
        .apply(owner, { ...update, source, number, headId });
      if (seen === null) break;
      record.raiseProjection(seen + 1);
    }
    if (documents.length + removed.length >= DELIVERED_TOGETHER)
      await scheduler.wait(Math.max(PAUSE_MIN_MS, Date.now() - begunAt));
  }

  #toSource({ conversationId }: Owner): string {
    return `${this.#isStory ? "story" : "character-chat"}:${conversationId}`;
  }

  get #isStory(): boolean {
    return this.#parts.kind.idField === "storyId";
  }

  /** The messages that can be found: those in the bin are left out. */
  #toDocuments(rows: readonly MessageRow[]): SearchDocument[] {
    const there = this.#parts.tree.findThere(rows.map(({ id }) => id));
    return rows
      .filter(({ id }) => there.has(id))
      .map(({ id, parentId, role, content, timestamp, depth }) => ({
        item: id,
        kind: this.#isStory ? "passage" : "chat",
        title: "",
        text: content,
        createdAt: timestamp,
        role,
        depth,
        parent: parentId,
      }));
  }

  #listBeside({ conversationId }: Owner): SearchDocument[] {
    const { sideTables, tree, kind } = this.#parts;
    const { notes, paths } = sideTables;
    const head = tree.head();
    const { note, tone } = notes.find();
    const toDocument = (kind: SearchDocument["kind"], name: string, text: string, at: MessageRow | null) => {
      const createdAt = (at ?? head)?.timestamp ?? new Date().toISOString();
      return { item: `${name}:${conversationId}`, kind, title: "", text, createdAt };
    };
    const names = paths.listNames();
    const there = tree.findThere(names.map(({ leafId }) => leafId));
    return [
      toDocument("note", "note", [note, tone].filter(Boolean).join("\n"), null),
      ...names.flatMap(({ leafId, name }) => {
        const leaf = tree.get(leafId);
        if (leaf === null || !there.has(leafId)) return [];
        return [{ ...toDocument("path", leafId, name, leaf), within: name, messageId: leafId }];
      }),
      ...kind.memory
        .list(head)
        .filter(({ isForgotten }) => !isForgotten)
        .map(({ lineId, text, fromId }) => ({
          ...toDocument("memory", lineId, text, tree.get(fromId)),
          messageId: fromId,
        })),
    ].filter(({ text }) => text !== "");
  }

  /** All messages, or those of the part that begins with one, in the order in which they were stored, a piece at a time. */
  *#readMessages(rootId?: string): Generator<MessageRow[]> {
    for (let after = 0; ; ) {
      const rows = this.#parts.db
        .select({ rowid: sql<number>`rowid`, message: messages })
        .from(messages)
        .where(and(gt(sql`rowid`, after), rootId === undefined ? undefined : isInPart(rootId)))
        .orderBy(asc(sql`rowid`))
        .limit(DELIVERED_TOGETHER)
        .all();
      if (rows.length > 0) yield rows.map(({ message }) => message);
      if (rows.length < DELIVERED_TOGETHER) return;
      after = rows.at(-1)?.rowid ?? after;
    }
  }
}
