import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { type SearchItem, type SearchPage, type SearchRequest, searchPageSchema } from "#domain/search.ts";
import type { SearchObject } from "#durable-objects/search.ts";
import { type AccountCaller, getOwnerId } from "../auth/caller.ts";
import type { Database } from "../db/client.ts";
import { listUses } from "./store.ts";

type SearchServiceParts = {
  caller: AccountCaller | null;
  db: Database;
  index: DurableObjectNamespace<SearchObject>;
  /** The number of the database with the caller's rows. */
  getShard: () => number;
};

/** Searches what the caller has written. Everything throws UNAUTHENTICATED without a caller. */
export class SearchService {
  readonly #parts: SearchServiceParts;

  constructor(parts: SearchServiceParts) {
    this.#parts = parts;
  }

  /** The index is the caller's own, so there is nothing of anybody else to find. */
  async find(request: SearchRequest): Promise<SearchPage> {
    const { caller, index, getShard } = this.#parts;
    if (caller === null) throw new AppError("UNAUTHENTICATED");
    const userId = getOwnerId(caller);
    const object: DurableObjectStub<SearchObject> = index.get(index.idFromName(userId));
    const page = v.parse(searchPageSchema, await object.find({ userId, shard: getShard() }, request));
    return { ...page, items: await this.#placeBooks(userId, page.items) };
  }

  /** An entry of a book that belongs to no story leads to one that uses it. */
  async #placeBooks(userId: string, items: readonly SearchItem[]): Promise<SearchItem[]> {
    const isPlaced = ({ storyId, bookId }: SearchItem) => storyId !== null || bookId === null;
    const bookIds = items.flatMap((item) => (isPlaced(item) || item.bookId === null ? [] : [item.bookId]));
    if (bookIds.length === 0) return [...items];
    const uses = await listUses(this.#parts.db, userId, [...new Set(bookIds)]);
    return items.map((item) => {
      const use = isPlaced(item) ? undefined : uses.find(({ bookId }) => bookId === item.bookId);
      return use === undefined ? item : { ...item, storyId: use.storyId, chatId: use.chatId };
    });
  }
}
