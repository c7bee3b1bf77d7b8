import { asc, desc, isNotNull } from "drizzle-orm";
import { toFirstWords } from "#domain/passage-markup.ts";
import type { RemovedPart } from "#domain/paths.ts";
import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import { limited } from "#workers/db/limited.ts";
import type { ConversationParts } from "./conversation.ts";
import { isInPart, matchesIds } from "./message-statements.ts";
import { messages } from "./schema.ts";

/** How many messages are deleted in one transaction, and how many removed parts are listed. */
const DELETED_AT_ONCE = 200;
const LISTED_MAX = 100;

type BinParts = Pick<ConversationParts, "db" | "tree" | "transaction"> & {
  /** Deletes what is stored about these messages. */
  forget: (messageIds: string[]) => void;
};

/** The removed parts of a conversation. After 30 days they are deleted. */
export class Bin {
  readonly #parts: BinParts;
  /** The part that was removed first. */
  readonly #findOldest: () => { id: string; removedAt: number | null } | undefined;

  constructor(parts: BinParts) {
    this.#parts = parts;
    const oldest = parts.db
      .select({ id: messages.id, removedAt: messages.removedAt })
      .from(messages)
      .where(isNotNull(messages.removedAt))
      .orderBy(limited(asc(messages.removedAt), 1))
      .prepare();
    this.#findOldest = () => oldest.get();
  }

  /** The latest removed first. What lies in a part that was removed later is a part of that one. */
  list(): RemovedPart[] {
    const { db, tree } = this.#parts;
    const rows = db
      .select()
      .from(messages)
      .where(isNotNull(messages.removedAt))
      .orderBy(desc(messages.removedAt))
      .limit(LISTED_MAX)
      .all();
    const there = tree.findThere(rows.flatMap(({ parentId }) => parentId ?? []));
    return rows.flatMap((row) => {
      const { removedAt, parentId } = row;
      if (removedAt === null || (parentId !== null && !there.has(parentId))) return [];
      return [
        {
          messageId: row.id,
          firstWords: toFirstWords(row.content),
          length: tree.findLeaf(row).depth - row.depth + 1,
          removedAt: new Date(removedAt).toISOString(),
          goneAt: new Date(removedAt + RECENTLY_DELETED_MS).toISOString(),
        },
      ];
    });
  }

  /** When the next part is to be deleted, in milliseconds since 1970; `null`: there is none. */
  nextDue(): number | null {
    const { removedAt } = this.#findOldest() ?? {};
    return removedAt == null ? null : removedAt + RECENTLY_DELETED_MS;
  }

  /** Deletes the parts that are due. What a crash leaves is deleted the next time. */
  deleteDue(): void {
    for (let oldest = this.#findOldest(); oldest !== undefined; oldest = this.#findOldest()) {
      if ((oldest.removedAt ?? 0) + RECENTLY_DELETED_MS > Date.now()) return;
      this.#deletePart(oldest.id);
    }
  }

  /** From the ends of its paths: what is left after a crash still hangs together. */
  #deletePart(rootId: string): void {
    const { db, transaction, forget } = this.#parts;
    const deepest = db
      .select({ id: messages.id })
      .from(messages)
      .where(isInPart(rootId))
      .orderBy(desc(messages.depth))
      .limit(DELETED_AT_ONCE);
    for (let ids = deepest.all(); ids.length > 0; ids = deepest.all()) {
      const some = ids.map(({ id }) => id);
      transaction(() => {
        forget(some);
        db.delete(messages).where(matchesIds(messages.id, some)).run();
      });
    }
  }
}
