import {
  type CharacterRecord,
  type CharacterSection,
  type CharacterSort,
  type DeletedCharacter,
  INITIAL_CHARACTER_SORT,
  type NewCharacter,
  type PortraitRequest,
} from "#domain/character.ts";
import type { UpdateCharacter } from "#domain/character-record.ts";
import { requireUnchanged } from "#domain/edit-conflict.ts";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import type { JsonObject } from "#domain/json.ts";
import type { ImportedCharacter } from "#domain/lore.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { IMPORTS_AT_ONCE } from "#domain/rate-limits.ts";
import { toRestorableSince } from "#domain/recently-deleted.ts";
import { foldText } from "#domain/text.ts";
import type { CharacterChatObject } from "#durable-objects/character-chat.ts";
import { requireAdult } from "../accounts/service.ts";
import { type ChatRow, toChatsLeft } from "../character-chats/store.ts";
import type { ConversationAccess } from "../conversations/access.ts";
import { findCreationRefusal, toCreationRoom } from "../db/creation-limits.ts";
import { requireRow } from "../db/owned-rows.ts";
import { type ListPage, type PageRequest, readDeletedPage, readPage } from "../db/paging.ts";
import { requireStorage } from "../db/stored-bytes.ts";
import { describeError } from "../logging.ts";
import { writeCharacterBook } from "../lorebooks/formats/book.ts";
import type { LorebookService } from "../lorebooks/service.ts";
import type { StoredPicture } from "../pictures/stored-pictures.ts";
import type { SharedParts } from "../services.ts";
import { type CardCharacter, toCharacter } from "./cards/card.ts";
import { readCard } from "./cards/read-card.ts";
import { type CardSource, toCardV3, writePngCard } from "./cards/write-card.ts";
import {
  deleteCharacterRow,
  findDeletedCharacter,
  listDeletedCharacters,
  restoreCharacterRow,
} from "./deleted-store.ts";
import {
  CHARACTER_ORDERS,
  countOwnCharacters,
  listCharacters,
  listChatsWithCharacters,
  listStoriesWithCharacters,
} from "./list-store.ts";
import { makePortrait, storePortrait } from "./make-portrait.ts";
import type { PortraitSize, ScaledPortrait } from "./portrait-store.ts";
import { toCharacterRecord, toChatSummary, toPortraitVersion } from "./records.ts";
import {
  CHARACTER_CREATION,
  type CharacterRow,
  findCharacter,
  findCharacterByRequest,
  insertCharacter,
  listChatIds,
  type NewCharacterRow,
  updateCharacterRow,
} from "./store.ts";

/** What else a list of characters tells. */
export type CharacterDetails = { chats?: boolean; history?: boolean; stories?: boolean };

type ListOptions = PageRequest & {
  sort?: CharacterSort;
  section?: CharacterSection;
  storyId?: string;
  details?: CharacterDetails;
};

/** Chats that are called at once when their character is deleted or restored, and in one request: a Worker may make a thousand calls. */
const CHATS_AT_ONCE = 10;
const CHATS_CALLED_MAX = 300;

/**
 * The imports that this isolate has under way, by person. Not state of a request: it protects the isolate's own memory and time.
 */
const imports = new Map<string, { begunAt: number }[]>();

type CharacterServiceParts = Pick<
  SharedParts,
  "settings" | "accounts" | "db" | "ctx" | "now" | "log" | "portraits" | "paint"
> & {
  lorebooks: Pick<LorebookService, "importFromCard" | "findBookOfCharacter">;
  chats: Pick<ConversationAccess<ChatRow, CharacterChatObject>, "tell">;
};

/** The caller's own characters: those they created, and those found in their stories. Somebody else's is NOT_FOUND. */
export class CharacterService {
  readonly #parts: CharacterServiceParts;

  constructor(parts: CharacterServiceParts) {
    this.#parts = parts;
  }

  /** A page of the caller's characters. */
  async list(options: ListOptions = {}): Promise<ListPage<CharacterRecord>> {
    const { sort = INITIAL_CHARACTER_SORT, section, storyId, details = {}, ...request } = options;
    const userId = this.#ownerId;
    const { records, next } = await readPage(request, CHARACTER_ORDERS[sort].by, (query) =>
      listCharacters(this.#parts.db, userId, { ...query, sort, section, storyId }),
    );
    return { records: await this.#toRecords(records, details), next };
  }

  /** How many the caller has, in one section of the characters screen or in all. */
  async count(section?: CharacterSection): Promise<number> {
    return countOwnCharacters(this.#parts.db, this.#ownerId, section);
  }

  /** A page of "Recently deleted", the latest first. */
  async deleted(request: PageRequest = {}): Promise<ListPage<DeletedCharacter>> {
    const { db, now } = this.#parts;
    const userId = this.#ownerId;
    return readDeletedPage(
      request,
      now(),
      (query) => listDeletedCharacters(db, userId, query),
      toCharacterRecord,
    );
  }

  async get(characterId: string, details: CharacterDetails = {}): Promise<CharacterRecord> {
    return requireRow(await this.#toRecords([await this.find(characterId)], details));
  }

  /** The row of a character of the caller. Throws NOT_FOUND. */
  async find(characterId: string): Promise<CharacterRow> {
    return requireRow(await findCharacter(this.#parts.db, this.#ownerId, characterId));
  }

  /**
   * Creates a character; the same request sent again is answered with the same character. Throws CONSENT_REQUIRED,
   * AGE_CONFIRMATION_REQUIRED for adult content, CHARACTER_LIMIT_EXCEEDED where the plan allows no more, RATE_LIMITED and
   * CHARACTER_TOTAL_EXCEEDED above the limits against misuse, and REQUEST_CONFLICT when the request has created somebody else.
   */
  async create(input: NewCharacter): Promise<CharacterRecord> {
    return toCharacterRecord(await this.#insert(this.#toNewRow(input, null)));
  }

  /**
   * Checks what can be checked before a card's file is read, and counts the import until the returned function is called. Throws the
   * errors of `create` for want of room, and RATE_LIMITED while the person imports others.
   */
  async beginImport(): Promise<() => void> {
    const user = await this.#parts.accounts.requireConsented();
    const now = this.#parts.now();
    const since = now.getTime() - IMPORTS_AT_ONCE.windowS * 1000;
    const others = (imports.get(user.id) ?? []).filter(({ begunAt }) => begunAt > since);
    if (others.length >= IMPORTS_AT_ONCE.limit) throw new AppError("RATE_LIMITED", { retryAfterSeconds: 1 });
    const own = { begunAt: now.getTime() };
    imports.set(user.id, [...others, own]);
    const end = () => {
      const left = (imports.get(user.id) ?? []).filter((one) => one !== own);
      if (left.length > 0) imports.set(user.id, left);
      else imports.delete(user.id);
    };
    const room = toCreationRoom(CHARACTER_CREATION, PLAN_LIMITS[user.tier].characters, now);
    try {
      const refusal = await findCreationRefusal(this.#parts.db, CHARACTER_CREATION, user.id, room);
      if (refusal !== null) throw refusal;
      await requireStorage(this.#parts.db, user, 1);
      return end;
    } catch (error) {
      end();
      throw error;
    }
  }

  /**
   * Creates a character from the bytes of a card, with its picture. Throws INVALID_INPUT of the field `file` with what is
   * wrong, STORAGE_LIMIT_EXCEEDED where the plan has no room for its bytes, and what `create` throws.
   */
  async importCard(file: Uint8Array): Promise<ImportedCharacter> {
    const { fields, data, portrait } = readCard(file);
    const picture = portrait && (await this.#scaleCardPicture(new Uint8Array(portrait)));
    const cardBytes = new TextEncoder().encode(JSON.stringify(data)).byteLength;
    const row = await this.#insert({
      ...this.#toNewRow(toCharacter(fields), data),
      storedBytes: cardBytes + (picture?.byteLength ?? 0),
    });
    const stored = picture
      ? await storePortrait(this.#parts, row, picture, { portraitKind: "imported" })
      : row;
    const lorebook = await this.#parts.lorebooks.importFromCard(row, data);
    return { ...toCharacterRecord(stored), lorebook };
  }

  async #scaleCardPicture(bytes: Uint8Array<ArrayBuffer>): Promise<ScaledPortrait> {
    try {
      return await this.#parts.portraits.scale(bytes);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "IMAGE_FAILED")) throw error;
      const message = "The picture of this card is broken and can't be shown.";
      throw new AppError("INVALID_INPUT", { message, field: "file", cause: error });
    }
  }

  /** The character as a card of V3. */
  async exportJson(characterId: string): Promise<{ name: string; card: JsonObject }> {
    const row = await this.find(characterId);
    return { name: row.name, card: toCardV3(await this.#toCardSource(row)) };
  }

  /** The character as a PNG with a card of both versions in it. Throws NOT_FOUND where it has no picture. */
  async exportPng(characterId: string): Promise<{ name: string; bytes: Uint8Array }> {
    const row = await this.find(characterId);
    const portrait = row.portraitKey === null ? null : await this.#parts.portraits.readPng(row.portraitKey);
    const bytes = portrait && writePngCard(await this.#toCardSource(row), portrait);
    if (bytes === null) throw new AppError("NOT_FOUND", { message: "This character has no picture yet." });
    return { name: row.name, bytes };
  }

  /** Throws AGE_CONFIRMATION_REQUIRED for adult content, and EDIT_CONFLICT as `requireUnchanged` does. */
  async update(characterId: string, { before, ...change }: UpdateCharacter): Promise<CharacterRecord> {
    const user = await this.#parts.accounts.requireConsented();
    if (change.isNSFW) requireAdult(user);
    if (Object.keys(change).length === 0) return this.get(characterId);
    const { db, now } = this.#parts;
    const row = await this.find(characterId);
    requireUnchanged(toCharacterRecord(row), before, change);
    const [changed] = await updateCharacterRow(db, row, change, now());
    return changed ? toCharacterRecord(changed) : this.update(characterId, { ...change, before });
  }

  /** Makes a portrait of a character of the caller, as `makePortrait` does. Throws its codes, and NOT_FOUND. */
  async paint(characterId: string, request: PortraitRequest, left: AbortSignal): Promise<CharacterRecord> {
    const user = await this.#parts.accounts.requireConsented();
    const row = await this.find(characterId);
    return toCharacterRecord(await makePortrait(this.#parts, { row, user }, request, left));
  }

  /** The picture of a character of the caller. `version`: which of its pictures; another one is NOT_FOUND. */
  async portrait(characterId: string, version: string, size: PortraitSize): Promise<StoredPicture> {
    const { portraitKey } = await this.find(characterId);
    if (portraitKey === null || toPortraitVersion(portraitKey) !== version) throw new AppError("NOT_FOUND");
    const portrait = await this.#parts.portraits.get(portraitKey, size);
    if (portrait === null) throw new AppError("NOT_FOUND");
    return portrait;
  }

  /** Takes the character and its chats out of every list and call, and ends what is open on them. Both can be restored for a while. */
  async remove(characterId: string): Promise<void> {
    const userId = this.#ownerId;
    const { db, now } = this.#parts;
    const chatIds = await deleteCharacterRow(db, userId, characterId, now());
    if (chatIds === null) throw new AppError("NOT_FOUND");
    await this.#callChats(chatIds, (chat, chatId) => chat.close({ conversationId: chatId, userId }));
  }

  /**
   * Takes the character out of "Recently deleted", with the chats that were deleted with it, as many as the plan has room for.
   * Throws CHARACTER_LIMIT_EXCEEDED, AGE_CONFIRMATION_REQUIRED for adult content, or NOT_FOUND once it is purged. For one that is restored already it only tells the chats
   * again.
   */
  async restore(characterId: string): Promise<CharacterRecord> {
    const user = await this.#parts.accounts.requireConsented();
    const userId = user.id;
    const { db } = this.#parts;
    const { characters: limit, characterChats } = PLAN_LIMITS[user.tier];
    const since = toRestorableSince(this.#parts.now());
    const [deleted] = await findDeletedCharacter(db, userId, characterId, since);
    if (deleted?.isNSFW) requireAdult(user);
    const room = { limit, chatRoom: toChatsLeft(userId, characterChats) };
    if (deleted && !(await restoreCharacterRow(db, deleted, room))) {
      throw new AppError("CHARACTER_LIMIT_EXCEEDED");
    }
    const record = await this.get(characterId);
    const chats = await listChatIds(db, userId, characterId, CHATS_CALLED_MAX);
    await this.#callChats(
      chats.map(({ id }) => id),
      (chat) => chat.reopen(),
    );
    return record;
  }

  /** Calls the objects of some chats. One that fails holds up no other; the nightly sweep finds what is left behind. */
  async #callChats(
    chatIds: readonly string[],
    call: (chat: DurableObjectStub<CharacterChatObject>, chatId: string) => Promise<void>,
  ): Promise<void> {
    const { chats, log } = this.#parts;
    for (let first = 0; first < Math.min(chatIds.length, CHATS_CALLED_MAX); first += CHATS_AT_ONCE) {
      const outcomes = await Promise.allSettled(
        chatIds
          .slice(first, first + CHATS_AT_ONCE)
          .map((chatId) => chats.tell(chatId, (chat) => call(chat, chatId))),
      );
      for (const outcome of outcomes) {
        if (outcome.status === "rejected")
          log("error", "character.chat-not-told", describeError(outcome.reason));
      }
    }
  }

  async #insert(row: Omit<NewCharacterRow, "userId">): Promise<CharacterRow> {
    const user = await this.#parts.accounts.requireConsented();
    if (row.isNSFW) requireAdult(user);
    const { db } = this.#parts;
    const now = this.#parts.now();
    const { characters, storedBytes } = PLAN_LIMITS[user.tier];
    const room = { ...toCreationRoom(CHARACTER_CREATION, characters, now), storedBytes };
    if (await insertCharacter(db, { ...row, userId: user.id }, room)) return this.find(row.id);
    const [before] = row.requestId ? await findCharacterByRequest(db, user.id, row.requestId) : [];
    if (before === undefined) {
      const refusal = await findCreationRefusal(db, CHARACTER_CREATION, user.id, room);
      if (refusal === null) await requireStorage(db, user, row.storedBytes ?? 0);
      throw refusal ?? new AppError("RATE_LIMITED", { retryAfterSeconds: 1 }); // there is room again by now
    }
    if (before.name !== row.name || before.description !== row.description) {
      throw new AppError("REQUEST_CONFLICT");
    }
    return this.find(before.id);
  }

  #toNewRow(character: CardCharacter & Partial<NewCharacter>, card: JsonObject | null) {
    const at = this.#parts.now().toISOString();
    return {
      customAttributes: {},
      ...character,
      id: createId(),
      foldedName: foldText(character.name),
      card,
      createdAt: at,
      updatedAt: at,
      lastActiveAt: at,
    };
  }

  /** The book that the character has by now stands in the place of the one that came with the card. */
  async #toCardSource(row: CharacterRow): Promise<CardSource> {
    const found = await this.#parts.lorebooks.findBookOfCharacter(row.id);
    const source = { character: row, data: row.card, now: this.#parts.now() };
    if (found === null) return source;
    return { ...source, book: found === "deleted" ? null : writeCharacterBook(found) };
  }

  /** Reads what was asked for of all the rows, and nothing else. */
  async #toRecords(
    rows: readonly CharacterRow[],
    { chats: withChats = false, history = false, stories: withStories = false }: CharacterDetails,
  ): Promise<CharacterRecord[]> {
    const [first] = rows;
    if (!first) return [];
    const { db } = this.#parts;
    const ids = rows.map(({ id }) => id);
    const [chats, stories] = await Promise.all([
      withChats ? listChatsWithCharacters(db, first.userId, ids) : [],
      withStories ? listStoriesWithCharacters(db, first.userId, ids) : [],
    ]);
    const chatsOf = Map.groupBy(chats, ({ characterId }) => characterId);
    const storiesOf = Map.groupBy(stories, ({ characterId }) => characterId);
    return rows.map((row) => ({
      ...toCharacterRecord(row),
      ...(withChats && { chats: (chatsOf.get(row.id) ?? []).map((chat) => toChatSummary(chat, history)) }),
      ...(withStories && {
        stories: (storiesOf.get(row.id) ?? []).map(({ storyId, title }) => ({ storyId, title })),
      }),
    }));
  }

  get #ownerId(): string {
    return this.#parts.accounts.ownerId;
  }
}
