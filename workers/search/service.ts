import * as v from "valibot";
import { type SearchItem, type SearchPage, type SearchRequest, searchPageSchema } from "#domain/search.ts";
import type { SearchObject } from "#durable-objects/search.ts";
import { toCharacterRecord } from "../characters/records.ts";
import type { CharacterRow } from "../characters/store.ts";
import type { SharedParts } from "../services.ts";
import { readBeside } from "./store.ts";

type SearchServiceParts = Pick<SharedParts, "accounts" | "db" | "getShard"> & {
  index: DurableObjectNamespace<SearchObject>;
};

/** Searches what the caller has written. Everything throws UNAUTHENTICATED without a caller. */
export class SearchService {
  readonly #parts: SearchServiceParts;

  constructor(parts: SearchServiceParts) {
    this.#parts = parts;
  }

  /** The index is the caller's own, so there is nothing of anybody else to find. */
  async find(request: SearchRequest): Promise<SearchPage> {
    const { accounts, index, getShard } = this.#parts;
    const userId = accounts.ownerId;
    const object: DurableObjectStub<SearchObject> = index.getByName(userId);
    const page = v.parse(searchPageSchema, await object.find({ userId, shard: getShard() }, request));
    return page.items.length === 0 ? page : { ...page, items: await this.#addRows(userId, page.items) };
  }

  /** Adds what D1 knows: pictures; and an entry of a book that belongs to no story leads to one that uses it, or can. */
  async #addRows(userId: string, items: readonly SearchItem[]): Promise<SearchItem[]> {
    const { uses, genres, kinds, people, partners } = await readBeside(this.#parts.db, userId, items);
    return items.map((item) => {
      const { kind, id, storyId, chatId, characterId, bookId } = item;
      const use = storyId === null ? uses.find((one) => one.bookId === bookId) : undefined;
      const lore = kind === "lore" ? kinds.find((entry) => entry.id === id) : undefined;
      const person =
        people.find((one) => one.id === characterId) ??
        partners.find((one) => one.chatId === chatId)?.character;
      const genre = genres.find((story) => story.id === storyId)?.genre;
      const picture = lore ? { loreKind: lore.kind } : person ? toFace(person) : genre ? { genre } : null;
      const latestId = use && use.chatId === null ? use.latestId : null;
      return {
        ...item,
        ...(use && { storyId: use.storyId ?? latestId, chatId: use.chatId }),
        picture,
      };
    });
  }
}

function toFace(row: CharacterRow): SearchItem["picture"] {
  const { name, metadata } = toCharacterRecord(row);
  return { face: { name, metadata: { images: metadata.images, emblem: metadata.emblem } } };
}
