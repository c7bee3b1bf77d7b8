import * as v from "valibot";
import { listUnreadableKeys } from "#domain/choose-lore.ts";
import { requireUnchanged } from "#domain/edit-conflict.ts";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { toOwnId } from "#domain/incoming-tree.ts";
import { type JsonObject, pickGiven } from "#domain/json.ts";
import {
  type ChangeEntry,
  type ChangeLorebook,
  type CreateEntry,
  type CreateLorebook,
  ENTRIES_PER_BOOK,
  ENTRY_TEXT_MAX,
  growText,
  type ImportReport,
  type KeepProposal,
  type LorebookRecord,
  type LoreEntryRecord,
  type LoreExportFormat,
  type LorePreview,
  type LoreProposal,
  type LoreRules,
  lorePreviewAnswerSchema,
  type UsedLorebooks,
} from "#domain/lore.ts";
import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";
import { toRestorableSince } from "#domain/recently-deleted.ts";
import type { Deleted } from "#domain/record-parts.ts";
import type { FileBook } from "#domain/story-file.ts";
import { fitText, foldText, toBareName, truncateCharacters } from "#domain/text.ts";
import type { CharacterChatObject } from "#durable-objects/character-chat.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import type { ChatRow } from "../character-chats/store.ts";
import { findCharacter } from "../characters/store.ts";
import type { ConversationAccess } from "../conversations/access.ts";
import { findCreationRefusal, toCreationRoom } from "../db/creation-limits.ts";
import { requireRow } from "../db/owned-rows.ts";
import { type ListOrder, type ListPage, type PageRequest, readDeletedPage, readPage } from "../db/paging.ts";
import { requireStorage } from "../db/stored-bytes.ts";
import type { SharedParts } from "../services.ts";
import type { StoryRow } from "../stories/store.ts";
import { addBook } from "./add-book.ts";
import { listWithSource, type WrittenBook, writeLorebookV3, writeSillyTavern } from "./formats/book.ts";
import type { ReadEntry } from "./formats/entry.ts";
import { readBookOfCard, readLore } from "./formats/read-lore.ts";
import {
  toBookRecord,
  toEntryRecord,
  toFileBook,
  toImportRefusal,
  toImportReport,
  toNewBook,
  toNewEntry,
} from "./records.ts";
import {
  BOOK_CREATION,
  type BookRow,
  countEntryBytes,
  deleteBookRow,
  deleteEntryRow,
  type EntryRow,
  findBook,
  findDeletedBook,
  findEntry,
  findNamedBooks,
  findOwnBook,
  findOwnersBook,
  findOwnersDeletedBook,
  insertEntry,
  listBooks,
  listDeletedBooks,
  listEntryRows,
  type NewBook,
  type NewEntry,
  restoreBookRow,
  restoreEntryRow,
  updateBook,
  updateEntry,
} from "./store.ts";
import { type LoreUser, listUsedBooks, saveChosenBooks } from "./used-lore-store.ts";

type LorebookServiceParts = Pick<SharedParts, "accounts" | "db" | "now"> & {
  stories: ConversationAccess<StoryRow, StoryObject>;
  chats: ConversationAccess<ChatRow, CharacterChatObject>;
};

type ListOptions = PageRequest & Partial<Pick<ListOrder, "order">> & { search?: string | undefined };

/** The name of the book that a story has for itself. */
const STORY_BOOK = "This story";

/** The caller's lorebooks, and those that their stories and chats use. Somebody else's is NOT_FOUND. */
export class LorebookService {
  readonly #parts: LorebookServiceParts;

  constructor(parts: LorebookServiceParts) {
    this.#parts = parts;
  }

  // --- Books --------------------------------------------------------------------------------------------------------

  /** A page of the caller's books by their last change, the latest first where no order is given. */
  async list({ search, order = "descending", ...page }: ListOptions = {}): Promise<ListPage<LorebookRecord>> {
    const { db } = this.#parts;
    const userId = this.#ownerId;
    const found = search ? await findNamedBooks(db, userId, search) : null;
    const { records, next } = await readPage(page, "updatedAt", (query) =>
      listBooks(db, userId, { ...query, found, order }),
    );
    return { records: records.map(toBookRecord), next };
  }

  /** A page of the books that can be restored, the latest deleted first. */
  async deleted(request: PageRequest = {}): Promise<ListPage<LorebookRecord & Deleted>> {
    const { db, now } = this.#parts;
    const userId = this.#ownerId;
    return readDeletedPage(request, now(), (query) => listDeletedBooks(db, userId, query), toBookRecord);
  }

  async get(bookId: string): Promise<LorebookRecord> {
    return toBookRecord(await this.#find(bookId));
  }

  /**
   * Creates a book. That of a character begins with what the character's card has. Throws CONSENT_REQUIRED, NOT_FOUND for a character or a
   * story that is not the caller's, REQUEST_CONFLICT where it has a book, and the errors of the limits.
   */
  async create({ characterId, storyId, ...input }: CreateLorebook): Promise<LorebookRecord> {
    const { db } = this.#parts;
    const user = await this.#parts.accounts.requireConsented();
    if (characterId !== undefined && storyId !== undefined)
      throw new AppError("INVALID_INPUT", { field: "storyId" });
    if (storyId !== undefined) await this.#parts.stories.find(storyId);
    const [character] = characterId === undefined ? [] : await findCharacter(db, user.id, characterId);
    if (characterId !== undefined && !character) throw new AppError("NOT_FOUND", { field: "characterId" });
    const read = character?.card ? readBookOfCard(character.card) : null;
    return this.#insert(
      user,
      { ...toNewBook(read, input.name), ...input, characterId, storyId },
      read?.entries ?? [],
    );
  }

  async update(bookId: string, change: ChangeLorebook): Promise<LorebookRecord> {
    if (Object.keys(change).length === 0) return this.get(bookId);
    const { db, now } = this.#parts;
    return toBookRecord(requireRow(await updateBook(db, this.#ownerId, bookId, change, now())));
  }

  /** It can be restored for 30 days. */
  async remove(bookId: string): Promise<void> {
    requireRow(await deleteBookRow(this.#parts.db, this.#ownerId, bookId, this.#parts.now()));
  }

  /** Throws NOT_FOUND once it is purged, and LOREBOOK_LIMIT_EXCEEDED or REQUEST_CONFLICT (there is another book in its place). */
  async restore(bookId: string): Promise<LorebookRecord> {
    const user = await this.#parts.accounts.requireConsented();
    const { db, now } = this.#parts;
    const limit = PLAN_LIMITS[user.tier].lorebooks;
    const [restored] = await restoreBookRow(db, user.id, bookId, { since: this.#since, limit });
    if (restored) return toBookRecord(restored);
    const [deleted] = await findDeletedBook(db, user.id, bookId, this.#since);
    if (!deleted) return this.get(bookId);
    const room = toCreationRoom(BOOK_CREATION, limit, now());
    const refusal = await findCreationRefusal(db, BOOK_CREATION, user.id, room);
    throw refusal?.code === "LOREBOOK_LIMIT_EXCEEDED"
      ? refusal
      : new AppError("REQUEST_CONFLICT", { message: HAS_BOOK });
  }

  // --- Entries ------------------------------------------------------------------------------------------------------

  /** A page of a book's entries, in its order. `after`: the place of the last one of the page before. */
  async listEntries(
    bookId: string,
    { after = -1, limit = 100 }: { after?: number | undefined; limit?: number | undefined },
  ): Promise<{ entries: LoreEntryRecord[]; next: number | null }> {
    const { userId } = await this.#find(bookId);
    const rows = await listEntryRows(this.#parts.db, userId, bookId, { after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      entries: page.map(toEntryRecord),
      next: rows.length > limit ? (page.at(-1)?.place ?? null) : null,
    };
  }

  async getEntry(bookId: string, entryId: string): Promise<LoreEntryRecord> {
    return toEntryRecord(await this.#findEntry(bookId, entryId));
  }

  /** Throws LOREBOOK_FULL, STORAGE_LIMIT_EXCEEDED. */
  async createEntry(bookId: string, { requestId, ...input }: CreateEntry): Promise<LoreEntryRecord> {
    const user = await this.#parts.accounts.requireConsented();
    await this.#find(bookId);
    const id = requestId === undefined ? createId() : toOwnId(bookId, requestId);
    if (await this.findKept(id)) return this.changeEntry(bookId, id, input);
    const entry = toNewEntry(id, input);
    requireReadable(entry.rules);
    return toEntryRecord(await this.#addEntry(user, bookId, entry));
  }

  /** Throws STORAGE_LIMIT_EXCEEDED, and EDIT_CONFLICT as `requireUnchanged` does. */
  async changeEntry(bookId: string, entryId: string, change: ChangeEntry): Promise<LoreEntryRecord> {
    const row = await this.#findEntry(bookId, entryId);
    requireReadable({ ...row.rules, keys: [], secondKeys: [], ...change });
    return toEntryRecord(await this.#updateEntry(row, change));
  }

  async removeEntry(bookId: string, entryId: string): Promise<void> {
    const row = await this.#findEntry(bookId, entryId);
    await deleteEntryRow(this.#parts.db, row.userId, row, this.#parts.now());
  }

  /** Throws NOT_FOUND once it is purged, LOREBOOK_FULL. */
  async restoreEntry(bookId: string, entryId: string): Promise<LoreEntryRecord> {
    const book = await this.#find(bookId);
    const { db, now } = this.#parts;
    const restored = await restoreEntryRow(db, book.userId, {
      bookId,
      entryId,
      since: this.#since,
      now: now(),
    });
    if (restored) return toEntryRecord(restored);
    if (book.entryCount >= ENTRIES_PER_BOOK) throw new AppError("LOREBOOK_FULL");
    return this.getEntry(bookId, entryId);
  }

  async #addEntry(user: { id: string; tier: Tier }, bookId: string, entry: NewEntry): Promise<EntryRow> {
    const { db, now } = this.#parts;
    const { storedBytes } = PLAN_LIMITS[user.tier];
    const added = await insertEntry(db, { userId: user.id, bookId }, entry, { storedBytes, now: now() });
    if (added) return added;
    const book = await this.#find(bookId);
    if (book.entryCount >= ENTRIES_PER_BOOK) throw new AppError("LOREBOOK_FULL");
    await requireStorage(db, user, 1);
    throw new AppError("NOT_FOUND");
  }

  async #updateEntry(row: EntryRow, { before, ...change }: ChangeEntry): Promise<EntryRow> {
    const { accounts, db, now } = this.#parts;
    const user = await accounts.requireConsented();
    requireUnchanged(toEntryRecord(row), before, change);
    const { name, kind, text, isNameGiven, isLocked, ...rules } = change;
    const given = pickGiven({ name, kind, text, isNameGiven, isLocked });
    const changes = { ...given, rules: { ...row.rules, ...pickGiven(rules) } };
    const { storedBytes } = PLAN_LIMITS[user.tier];
    const changed = await updateEntry(db, row.userId, row, changes, { storedBytes, now: now() });
    if (changed) return changed;
    await requireStorage(db, user, countEntryBytes({ ...row, ...changes }) - row.storedBytes);
    const latest = requireRow(await findEntry(db, row.userId, row.id));
    return this.#updateEntry(latest, { ...change, before });
  }

  // --- In and out ---------------------------------------------------------------------------------------------------

  /** Imports files, each as a book of its own. What is wrong with one stands in its report and does not stop the others. */
  async importFiles(files: readonly { name: string; bytes: Uint8Array }[]): Promise<ImportReport[]> {
    const user = await this.#parts.accounts.requireConsented();
    const reports: ImportReport[] = [];
    for (const { name, bytes } of files) reports.push(await this.#importFile(user, name, bytes));
    return reports;
  }

  async #importFile(
    user: { id: string; tier: Tier },
    file: string,
    bytes: Uint8Array,
  ): Promise<ImportReport> {
    try {
      const read = readLore(bytes);
      const lorebook = await this.#insert(user, toNewBook(read, toBareName(file)), read.entries);
      return toImportReport(file, read, lorebook);
    } catch (error) {
      return toImportRefusal(file, error);
    }
  }

  /** Gives a character that was imported the book of its card, which the card keeps where it is refused. `null`: the card has none. */
  async importFromCard(
    { id, name }: { id: string; name: string },
    card: JsonObject,
  ): Promise<ImportReport | null> {
    try {
      const read = readBookOfCard(card);
      if (read === null) return null;
      const user = await this.#parts.accounts.requireConsented();
      const book = { ...toNewBook(read, name), characterId: id };
      return toImportReport(name, read, await this.#insert(user, book, read.entries));
    } catch (error) {
      return toImportRefusal(name, error);
    }
  }

  async export(bookId: string, format: LoreExportFormat): Promise<{ name: string; file: JsonObject }> {
    const row = await this.#find(bookId);
    const book = await this.#readWhole(row);
    return { name: row.name, file: format === "v3" ? writeLorebookV3(book) : writeSillyTavern(book) };
  }

  /** The book of a character, as it is written into its card; `null`: none was ever made. */
  async findBookOfCharacter(characterId: string): Promise<WrittenBook | "deleted" | null> {
    const { db } = this.#parts;
    const userId = this.#ownerId;
    const [[row], [other]] = await db.batch([
      findOwnersBook(db, userId, { characterId }),
      findOwnersDeletedBook(db, userId, characterId),
    ]);
    if (row) return this.#readWhole(row);
    return other ? "deleted" : null;
  }

  /** A book with its entries, also one that is recently deleted; `null`: there is none. */
  async readForArchive(bookId: string): Promise<WrittenBook | null> {
    const { db } = this.#parts;
    const [row] = await findOwnBook(db, this.#ownerId, bookId);
    return row ? this.#readWhole(row) : null;
  }

  async #readWhole(row: BookRow): Promise<BookRow & { entries: EntryRow[] }> {
    const { db } = this.#parts;
    const entries = await listEntryRows(db, row.userId, row.id, { after: -1, limit: ENTRIES_PER_BOOK });
    return { ...row, entries };
  }

  // --- The books of conversations -----------------------------------------------------------------------------------

  async listUsed(user: LoreUser): Promise<UsedLorebooks> {
    await this.#requireConversation(user);
    const rows = await listUsedBooks(this.#parts.db, this.#ownerId, user);
    const records = (isChosen: boolean) =>
      rows.filter((row) => Boolean(row.isChosen) === isChosen).map(({ book }) => toBookRecord(book));
    return { own: records(false), chosen: records(true) };
  }

  /** The books of a conversation with all their entries, for its file. A query that finds no conversation finds no books. */
  async listForFile(user: LoreUser): Promise<FileBook[]> {
    const rows = await listUsedBooks(this.#parts.db, this.#ownerId, user);
    return Promise.all(rows.map(async ({ book }) => toFileBook(await this.#readWhole(book), user.id)));
  }

  /** The bytes of those books. */
  async measureForFile(user: LoreUser): Promise<number> {
    const rows = await listUsedBooks(this.#parts.db, this.#ownerId, user);
    return rows.reduce((sum, { book }) => sum + book.storedBytes, 0);
  }

  /** Throws NOT_FOUND for a book that is not the caller's; then nothing changes. */
  async choose(user: LoreUser, bookIds: readonly string[]): Promise<UsedLorebooks> {
    await this.#requireConversation(user);
    for (const bookId of bookIds) await this.#find(bookId);
    await saveChosenBooks(this.#parts.db, this.#ownerId, user, bookIds);
    return this.listUsed(user);
  }

  async #requireConversation({ kind, id }: LoreUser): Promise<void> {
    await (kind === "story" ? this.#parts.stories.find(id) : this.#parts.chats.find(id));
  }

  /** Which entries would be used if that were written now, and why. */
  async preview(storyId: string, text: string): Promise<LorePreview> {
    const { stories } = this.#parts;
    const { id: conversationId, userId } = await stories.find(storyId);
    const preview = await stories.object(storyId).previewLore({ conversationId, userId }, text);
    if (preview === null) throw new AppError("NOT_FOUND");
    return v.parse(lorePreviewAnswerSchema, preview);
  }

  // --- What a story proposes ----------------------------------------------------------------------------------------

  /** The caller's entry with that id; `null`: there is none. */
  async findKept(entryId: string): Promise<LoreEntryRecord | null> {
    const [row] = await findEntry(this.#parts.db, this.#ownerId, entryId);
    return row ? toEntryRecord(row) : null;
  }

  /** Puts a proposal into the story's own book, which is made if there is none. The entry has the proposal's id. Throws LOREBOOK_FULL. */
  async keepInStory(
    { id: storyId }: Pick<StoryRow, "id">,
    { proposalId, messageId, name, kind, text, keys }: Omit<LoreProposal, "addsTo">,
  ): Promise<LoreEntryRecord> {
    const user = await this.#parts.accounts.requireConsented();
    const origin = { storyId, messageId };
    const entry = { ...toNewEntry(proposalId, { name, kind, text, keys }), origin };
    return toEntryRecord(await this.#addEntry(user, await this.#findStoryBook(user, storyId), entry));
  }

  async #findStoryBook(user: { id: string; tier: Tier }, storyId: string): Promise<string> {
    const { db, now } = this.#parts;
    const find = () => findOwnersBook(db, user.id, { storyId });
    const [known] = await find();
    if (known) return known.id;
    const book = { ...toNewBook(null, STORY_BOOK), id: createId(), characterId: null, storyId };
    await addBook(db, user, book, [], { now: now() });
    return requireRow(await find()).id; // another proposal that was kept at the same time may have made it
  }

  /**
   * Gives an entry the text that a proposal makes of it: what it has now with what the proposal `adds`, or what the person has made of both.
   * Throws ENTRY_LOCKED, STORAGE_LIMIT_EXCEEDED, and EDIT_CONFLICT if that began from another text than it has.
   */
  async growEntry(entryId: string, change: Growth): Promise<LoreEntryRecord> {
    const row = requireRow(await findEntry(this.#parts.db, this.#ownerId, entryId));
    if (row.isLocked) throw new AppError("ENTRY_LOCKED");
    if ("adds" in change && foldText(row.text).includes(foldText(change.adds))) return toEntryRecord(row); // asked for twice
    const { text, before } =
      "text" in change ? change : { text: growText(row.text, change.adds), before: { text: row.text } };
    const fitting = fitText(text, Math.max(ENTRY_TEXT_MAX, row.text.length));
    try {
      return toEntryRecord(await this.#updateEntry(row, { text: fitting, before }));
    } catch (error) {
      const isOther = error instanceof AppError && error.code === "EDIT_CONFLICT";
      if (isOther && "adds" in change) return this.growEntry(entryId, change); // it has changed since it was read
      throw error;
    }
  }

  // --- What they have in common -------------------------------------------------------------------------------------

  async #insert(
    user: { id: string; tier: Tier },
    book: Omit<NewBook, "id" | "userId" | "characterId" | "storyId"> & {
      characterId?: string | undefined;
      storyId?: string | undefined;
    },
    entries: readonly ReadEntry[],
  ): Promise<LorebookRecord> {
    const { db } = this.#parts;
    const { characterId = null, storyId = null } = book;
    const row = { ...book, id: createId(), characterId, storyId };
    const read = listWithSource({ family: book.source?.format ?? "", entries });
    const added = read.map((entry) => ({ ...entry, id: createId(), origin: null }));
    if (await addBook(db, user, row, added, { now: this.#parts.now() })) return this.get(row.id);
    const owner = characterId !== null ? { characterId } : storyId !== null ? { storyId } : null;
    const [other] = owner === null ? [] : await findOwnersBook(db, user.id, owner);
    throw other ? new AppError("REQUEST_CONFLICT", { message: HAS_BOOK }) : new AppError("NOT_FOUND");
  }

  async #find(bookId: string): Promise<BookRow> {
    return requireRow(await findBook(this.#parts.db, this.#ownerId, bookId));
  }

  async #findEntry(bookId: string, entryId: string): Promise<EntryRow> {
    const [row] = await findEntry(this.#parts.db, this.#ownerId, entryId);
    if (row?.bookId !== bookId) throw new AppError("NOT_FOUND");
    return row;
  }

  get #since(): Date {
    return toRestorableSince(this.#parts.now());
  }

  get #ownerId(): string {
    return this.#parts.accounts.ownerId;
  }
}

/** What a proposal makes of an entry's text. */
type Growth = { adds: string } | { text: string; before: KeepProposal["before"] };

const HAS_BOOK = "It has a book already.";

/** What is imported is kept as it is; what a person writes must be readable. */
function requireReadable(rules: Pick<LoreRules, "keys" | "secondKeys" | "isPattern">): void {
  const [unreadable] = listUnreadableKeys(rules);
  if (unreadable === undefined) return;
  const message = `“${truncateCharacters(unreadable, 40)}” can't be read as a pattern. Look-aheads and references to groups are not possible.`;
  throw new AppError("INVALID_INPUT", { message, field: "keys" });
}
