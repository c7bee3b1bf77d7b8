import { desc, sql } from "drizzle-orm";
import type { ObjectDatabase } from "./database.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import { type MemoryEntry, memories } from "./schema.ts";

export type MemoryRow = typeof memories.$inferSelect;

/** What is remembered of a path: found again by walking from where the window begins to the last memory on it. */
export class Memory {
  readonly #db: ObjectDatabase;
  readonly #tree: MessageTree;

  constructor(db: ObjectDatabase, tree: MessageTree) {
    this.#db = db;
    this.#tree = tree;
  }

  /**
   * The last memory that lies on the path of a message, at or before it; `null` when there is none. Costs as many steps as
   * messages were told since that memory, and more only right after another branch was chosen.
   */
  lastOnPathOf(message: MessageRow): MemoryRow | null {
    const path = this.#tree.pathFrom(message)[Symbol.iterator]();
    let at: MessageRow | null = message;
    for (const memory of this.#before(message.depth)) {
      while (at !== null && at.depth > memory.depth) at = path.next().value ?? null;
      if (at?.id === memory.messageId) return memory;
    }
    return null;
  }

  /** Messages of the path of `message`, oldest first, that come after what is remembered. */
  unremembered(message: MessageRow): MessageRow[] {
    const known = this.lastOnPathOf(message)?.depth ?? 0;
    const left: MessageRow[] = [];
    for (const row of this.#tree.pathFrom(message)) {
      if (row.depth <= known) break;
      left.push(row);
    }
    return left.reverse();
  }

  store(last: MessageRow, lines: MemoryEntry[]): void {
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

/** Memories read at once: the first is the one, but right after another branch was chosen. */
const READ_AT_ONCE = 2;
