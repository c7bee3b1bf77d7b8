import { sql } from "drizzle-orm";
import type { UnreadCounter } from "../conversation/conversation-kind.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import type { MessageRow } from "../conversation/message-tree.ts";
import { readState } from "./schema.ts";

/** How many replies came while nobody had the chat open. */
export class UnreadStore implements UnreadCounter {
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
