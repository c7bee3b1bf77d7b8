import { eq } from "drizzle-orm";
import { MESSAGES_PER_PAGE_MAX, type MessagePage, type ReadingPlace } from "#domain/message.ts";
import type { ObjectDatabase } from "./database.ts";
import type { MessageTree } from "./message-tree.ts";
import { readingPlaces } from "./schema.ts";

/** A place further from the end is left out, in messages: a page loads all that follow it. */
const REACH = 1_000;
/** Messages above the place on the first page, so that the reader can look back at once. */
const SHOWN_BEFORE = 4;

/** Where each person has left the conversation. */
export class ReadingPlaces {
  readonly #db: ObjectDatabase;
  readonly #tree: Pick<MessageTree, "get" | "head" | "findAncestorIdAt" | "page">;

  constructor(db: ObjectDatabase, tree: Pick<MessageTree, "get" | "head" | "findAncestorIdAt" | "page">) {
    this.#db = db;
    this.#tree = tree;
  }

  /** Keeps it, unless there is no such message. */
  keep(userId: string, { messageId, offset, at }: ReadingPlace): void {
    if (this.#tree.get(messageId) === null) return;
    const place = { messageId, offset, at };
    this.#db
      .insert(readingPlaces)
      .values({ userId, ...place })
      .onConflictDoUpdate({ target: readingPlaces.userId, set: place })
      .run();
  }

  find(userId: string): ReadingPlace | null {
    const columns = {
      messageId: readingPlaces.messageId,
      offset: readingPlaces.offset,
      at: readingPlaces.at,
    };
    return this.#db.select(columns).from(readingPlaces).where(eq(readingPlaces.userId, userId)).get() ?? null;
  }

  /**
   * The latest messages with the person's place, at least `limit` of them and as many more as it takes to have the place among them, up to
   * the largest page. A place that is not on the active path is left out.
   */
  openPage(userId: string, limit: number): MessagePage {
    const place = this.find(userId);
    const head = this.#tree.head();
    const depth = place && this.#tree.get(place.messageId)?.depth;
    const isNear = head && depth && head.depth - depth < REACH;
    if (!place || !isNear || this.#tree.findAncestorIdAt(head.id, depth) !== place.messageId) {
      return { ...this.#tree.page({ before: null, limit }), place: null };
    }
    const upToPlace = Math.min(head.depth - depth + 1 + SHOWN_BEFORE, MESSAGES_PER_PAGE_MAX);
    return { ...this.#tree.page({ before: null, limit: Math.max(limit, upToPlace) }), place };
  }
}
