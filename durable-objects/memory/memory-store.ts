import { desc, sql } from "drizzle-orm";
import { fillWindow } from "#workers/ai/context-window.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import type { MessageRow, MessageTree } from "../conversation/message-tree.ts";
import { type MemoryEntry, memories } from "./schema.ts";

export type MemoryRow = typeof memories.$inferSelect;

/** The memory of the time before the messages in the model's window. */
export type Recollection = {
  /** Lines of memory, oldest first. */
  memory: string[];
  /** The messages after those lines, oldest first. */
  gap: MessageRow[];
};

/**
 * How much of the messages that left the window and are not summarised yet may stand in a prompt, by their beginnings.
 * In tokens.
 */
const GAP_TOKENS = 6_000;
const NOTHING_BEFORE: Recollection = { memory: [], gap: [] };

/** The memories of a conversation's paths. The memory of a path is the last one that lies on it. */
export class MemoryStore {
  readonly #db: ObjectDatabase;
  readonly #tree: MessageTree;

  constructor(db: ObjectDatabase, tree: MessageTree) {
    this.#db = db;
    this.#tree = tree;
  }

  /** The last memory that lies on the path of a message, at or before it; `null` when there is none. */
  findLastOnPath(message: MessageRow): MemoryRow | null {
    let at = message.parentId; // the message itself may not be stored yet
    for (const memory of this.#before(message.depth)) {
      if (memory.messageId === message.id) return memory;
      if (memory.depth === message.depth) continue;
      at = at === null ? null : this.#tree.findAncestorIdAt(at, memory.depth);
      if (at === memory.messageId) return memory;
    }
    return null;
  }

  /** Messages of the path of `message` after its last memory, newest first, read as they are taken. */
  *findUnremembered(message: MessageRow, last: MemoryRow | null): Generator<MessageRow> {
    const known = last?.depth ?? 0;
    for (const row of this.#tree.walkFrom(message)) {
      if (row.depth <= known) return;
      yield row;
    }
  }

  /** Ids of the first `most` messages of the path of `message` that are not remembered yet, oldest first. */
  findBacklog(message: MessageRow, most: number): string[] {
    return this.#tree.findIdsAfter(message.id, this.findLastOnPath(message)?.depth ?? 0, most);
  }

  /** What happened before a message: lines of memory, then the messages after those, as far as they fit. */
  recallBefore(message: MessageRow): Recollection {
    const parent = message.parentId === null ? null : this.#tree.get(message.parentId);
    return parent === null ? NOTHING_BEFORE : this.recall(parent, GAP_TOKENS);
  }

  /** The same, including the message itself. `tokens`: the most tokens of the messages after the last line of memory. */
  recall(message: MessageRow, tokens: number): Recollection {
    const last = this.findLastOnPath(message);
    return {
      memory: last?.lines.map(({ text }) => text) ?? [],
      gap: fillWindow(this.findUnremembered(message, last), { tokens, messages: null }),
    };
  }

  save(last: Pick<MessageRow, "id" | "depth">, lines: MemoryEntry[]): void {
    const row = { messageId: last.id, depth: last.depth, lines };
    this.#db.insert(memories).values(row).onConflictDoUpdate({ target: memories.messageId, set: row }).run();
  }

  /** Memories of paths up to that length, longest first, read as they are taken. */
  *#before(depth: number): Generator<MemoryRow> {
    let after = sql`(${depth + 1}, '')`;
    while (true) {
      const rows = this.#db
        .select()
        .from(memories)
        .where(sql`(${memories.depth}, ${memories.messageId}) < ${after}`)
        .orderBy(desc(memories.depth), desc(memories.messageId))
        .limit(READ_AT_ONCE)
        .all();
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < READ_AT_ONCE) return;
      after = sql`(${last.depth}, ${last.messageId})`;
    }
  }
}

/**
 * How many memories are read at once. Mostly the first one lies on the path, but not right after another version was
 * selected.
 */
const READ_AT_ONCE = 2;
