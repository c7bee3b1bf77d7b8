import { and, asc, eq, inArray, isNotNull, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { ENTRIES_PER_BOOK } from "#domain/lore.ts";
import { LOREBOOK_LIMITS } from "#domain/rate-limits.ts";
import { foldText } from "#domain/text.ts";
import { type Database, runBatch } from "../db/client.ts";
import { type Creatable, type CreationRoom, hasRoomToCreate } from "../db/creation-limits.ts";
import { isAmong, isDeletedRow, isOwnedBy, isOwnRow, listDeletedRows } from "../db/owned-rows.ts";
import { type ListOrder, type PageQuery, sortPage } from "../db/paging.ts";
import { selectRow } from "../db/row-selection.ts";
import { characters, lorebooks, loreEntries, stories } from "../db/schema/index.ts";
import { sumStoredBytes } from "../db/stored-bytes.ts";

export type BookRow = typeof lorebooks.$inferSelect;
export type EntryRow = typeof loreEntries.$inferSelect;
export type NewBook = Pick<
  BookRow,
  "id" | "userId" | "name" | "description" | "depth" | "isRecursive" | "source" | "characterId" | "storyId"
>;
export type NewEntry = Pick<
  EntryRow,
  "id" | "name" | "kind" | "text" | "rules" | "isNameGiven" | "isLocked" | "origin" | "source"
>;

/** How many entries that were deleted from a book can be restored; older ones go. */
const DELETED_PER_BOOK = 100;
/** Of one parameter: D1 takes 2 MB. In UTF-16 code units, of which each may be three bytes. */
const PARAMETER_MAX = 400_000;

/** The limits of new books. The plan counts those that are not deleted, whosever they are. */
export const BOOK_CREATION: Creatable = {
  table: lorebooks,
  limits: LOREBOOK_LIMITS,
  countPlanned: (userId) => sql<number>`(SELECT count(*) FROM ${lorebooks} AS counted
    WHERE counted.user_id = ${userId} AND counted.deleted_at IS NULL)`,
  planCode: "LOREBOOK_LIMIT_EXCEEDED",
  totalCode: "LOREBOOK_TOTAL_EXCEEDED",
};

type BookRoom = CreationRoom & { storedBytes: number };

// --- Books ------------------------------------------------------------------------------------------------------------

function selectBooks(db: Database, where: SQL | undefined) {
  return db.select().from(lorebooks).where(where);
}

export function findBook(db: Database, userId: string, bookId: string) {
  return selectBooks(db, isOwnRow(lorebooks, userId, bookId));
}

/** The same, also while it is recently deleted. */
export function findOwnBook(db: Database, userId: string, bookId: string) {
  return selectBooks(db, and(eq(lorebooks.id, bookId), eq(lorebooks.userId, userId)));
}

/** The book that a character or a story of the user has. */
export function findOwnersBook(
  db: Database,
  userId: string,
  owner: { characterId: string } | { storyId: string },
) {
  const isTheirs =
    "storyId" in owner ? eq(lorebooks.storyId, owner.storyId) : eq(lorebooks.characterId, owner.characterId);
  return selectBooks(db, and(isTheirs, isOwnedBy(lorebooks, userId)));
}

export function findOwnersDeletedBook(db: Database, userId: string, characterId: string) {
  return db
    .select({ id: lorebooks.id })
    .from(lorebooks)
    .where(
      and(
        eq(lorebooks.characterId, characterId),
        eq(lorebooks.userId, userId),
        isNotNull(lorebooks.deletedAt),
      ),
    )
    .limit(1);
}

/** A page of the user's books by their last change. `found`: only those that a search finds. */
export function listBooks(db: Database, userId: string, { found, order, ...page }: BookQuery) {
  const { rest, order: sorted } = sortPage(lorebooks, { by: "updatedAt", order }, page);
  const isFound = found ? hasWords(found) : undefined;
  return selectBooks(db, and(isOwnedBy(lorebooks, userId), isFound, rest)).orderBy(...sorted);
}

/** `words`: folded; `named`: the ids of the books that have them in their names. */
type FoundBooks = { words: string; named: readonly string[] };
type BookQuery = PageQuery & Pick<ListOrder, "order"> & { found: FoundBooks | null };

/** `instr`, because D1 takes patterns of 50 bytes at most. */
function hasWords({ words, named }: FoundBooks): SQL {
  return sql`(${isAmong(lorebooks.id, named)} OR EXISTS (SELECT 1 FROM ${loreEntries}
    WHERE ${loreEntries.bookId} = ${lorebooks.id} AND ${loreEntries.deletedAt} IS NULL AND instr(${loreEntries.folded}, ${words}) > 0))`;
}

/** What a search looks for. The names are folded here: they are stored as they are, and a database can't do that. */
export async function findNamedBooks(db: Database, userId: string, search: string): Promise<FoundBooks> {
  const { id, name } = lorebooks;
  const words = foldText(search);
  const books = await db.select({ id, name }).from(lorebooks).where(isOwnedBy(lorebooks, userId));
  return { words, named: books.filter((book) => foldText(book.name).includes(words)).map((book) => book.id) };
}

export function listDeletedBooks(db: Database, userId: string, page: PageQuery & { since: Date }) {
  return listDeletedRows((where) => selectBooks(db, where), lorebooks, userId, page);
}

/**
 * Inserts a book with its entries, all or nothing: unless there is no room for it, or the character or story is not the user's or has a book.
 * Returns whether it was inserted. `isOfHidden`: its story is not shown yet (`TreeWriter`).
 */
export async function insertBook(
  db: Database,
  book: NewBook,
  entries: readonly NewEntry[],
  { room, now, isOfHidden = false }: { room: BookRoom; now: Date; isOfHidden?: boolean },
): Promise<boolean> {
  const { id, userId, characterId, storyId } = book;
  const at = now.toISOString();
  const owns = (table: typeof characters | typeof stories, ownId: string | null) =>
    ownId === null
      ? sql`true`
      : sql`EXISTS (SELECT 1 FROM ${table} AS owner WHERE owner.id = ${ownId} AND owner.user_id = ${userId} AND ${isOfHidden ? sql`true` : sql`owner.deleted_at IS NULL`})`;
  const bytes = countBookBytes(book, entries);
  const isAllowed = sql`WHERE ${hasRoomToCreate(BOOK_CREATION, userId, room)} AND ${owns(characters, characterId)}
    AND ${owns(stories, storyId)} AND ${sumStoredBytes(userId)} + ${bytes} <= ${room.storedBytes}`;
  const [, inserted] = await db.batch([
    db
      .insert(lorebooks)
      .select(selectRow(lorebooks, { ...book, createdAt: at, updatedAt: at }, isAllowed))
      .onConflictDoNothing(),
    db.select({ id: lorebooks.id }).from(lorebooks).where(eq(lorebooks.id, id)),
    ...insertEntryStatements(db, { userId, bookId: id }, entries, { storedBytes: room.storedBytes, now }),
    touchBook(db, userId, id, now),
  ]);
  return inserted.length === 1;
}

/** Changes a book and returns it; no row if it is not the user's. */
export function updateBook(
  db: Database,
  userId: string,
  bookId: string,
  change: Partial<Pick<BookRow, "name" | "description" | "depth" | "isRecursive">>,
  now: Date,
) {
  return db
    .update(lorebooks)
    .set({ ...change, version: sql`${lorebooks.version} + 1`, updatedAt: now.toISOString() })
    .where(isOwnRow(lorebooks, userId, bookId))
    .returning();
}

/** Counts a change of a book's entries, and what they and its file take. */
function touchBook(db: Database, userId: string, bookId: string, now: Date) {
  const entries = sql`FROM ${loreEntries} AS counted WHERE counted.book_id = ${bookId}`;
  return db
    .update(lorebooks)
    .set({
      version: sql`${lorebooks.version} + 1`,
      entryCount: sql`(SELECT count(*) ${entries} AND counted.deleted_at IS NULL)`,
      storedBytes: sql`coalesce(length(CAST(${lorebooks.source} AS BLOB)), 0)
        + (SELECT coalesce(sum(counted.stored_bytes), 0) ${entries})`,
      updatedAt: now.toISOString(),
    })
    .where(and(eq(lorebooks.id, bookId), eq(lorebooks.userId, userId)));
}

export function deleteBookRow(db: Database, userId: string, bookId: string, now: Date) {
  return db
    .update(lorebooks)
    .set({ deletedAt: now.toISOString() })
    .where(isOwnRow(lorebooks, userId, bookId))
    .returning({ id: lorebooks.id });
}

/** Restores a book if the plan has room for it and its character or story has got no other one. */
export function restoreBookRow(
  db: Database,
  userId: string,
  bookId: string,
  { since, limit }: { since: Date; limit: number },
) {
  const other = sql`EXISTS (SELECT 1 FROM ${lorebooks} AS other WHERE other.deleted_at IS NULL
    AND (other.character_id = lorebooks.character_id OR other.story_id = lorebooks.story_id))`;
  return db
    .update(lorebooks)
    .set({ deletedAt: null, version: sql`${lorebooks.version} + 1` })
    .where(
      and(
        isDeletedRow(lorebooks, userId, bookId, since),
        sql`${BOOK_CREATION.countPlanned(userId)} < ${limit} AND NOT ${other}`,
      ),
    )
    .returning();
}

export function findDeletedBook(db: Database, userId: string, bookId: string, since: Date) {
  return db
    .select({ id: lorebooks.id })
    .from(lorebooks)
    .where(isDeletedRow(lorebooks, userId, bookId, since));
}

/** Deletes for good what was deleted before `before`: books with their entries, and single entries. Returns how many books. */
export async function purgeBooks(db: Database, before: Date): Promise<number> {
  const isOver = (table: typeof lorebooks | typeof loreEntries) =>
    and(isNotNull(table.deletedAt), lt(table.deletedAt, before.toISOString()));
  // A card that keeps a book would bring it back.
  const withoutBook = sql`json_remove(${characters.card}, '$.character_book')`;
  const lengthOf = (card: SQLWrapper) => sql`length(CAST(${card} AS BLOB))`;
  const freed = sql`SELECT sum(old.stored_bytes) FROM ${loreEntries} AS old
    WHERE old.book_id = lorebooks.id AND old.deleted_at < ${before.toISOString()}`;
  const [, purged] = await db.batch([
    db
      .update(characters)
      .set({
        card: withoutBook,
        storedBytes: sql`${characters.storedBytes} - ${lengthOf(characters.card)} + ${lengthOf(withoutBook)}`,
      })
      .where(sql`${characters.card} IS NOT NULL AND ${characters.id} IN (SELECT gone.character_id FROM ${lorebooks} AS gone WHERE gone.deleted_at IS NOT NULL
        AND gone.deleted_at < ${before.toISOString()} AND gone.character_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM ${lorebooks} AS other WHERE other.character_id = gone.character_id AND other.deleted_at IS NULL))`),
    db.delete(lorebooks).where(isOver(lorebooks)).returning({ id: lorebooks.id }),
    db
      .update(lorebooks)
      .set({ storedBytes: sql`${lorebooks.storedBytes} - (${freed})` })
      .where(
        inArray(
          lorebooks.id,
          db.select({ id: loreEntries.bookId }).from(loreEntries).where(isOver(loreEntries)),
        ),
      ),
    db.delete(loreEntries).where(isOver(loreEntries)),
  ]);
  return purged.length;
}

// --- Entries ----------------------------------------------------------------------------------------------------------

export function findEntry(db: Database, userId: string, entryId: string) {
  return db
    .select()
    .from(loreEntries)
    .where(and(isOwnRow(loreEntries, userId, entryId), isInLivingBook(userId)));
}

function isInLivingBook(userId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${lorebooks} AS book
    WHERE book.id = ${loreEntries.bookId} AND book.user_id = ${userId} AND book.deleted_at IS NULL)`;
}

/** The entries of a book after a place, in its order. */
export function listEntryRows(
  db: Database,
  userId: string,
  bookId: string,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .select()
    .from(loreEntries)
    .where(
      and(
        eq(loreEntries.bookId, bookId),
        isOwnedBy(loreEntries, userId),
        sql`${loreEntries.place} > ${after}`,
      ),
    )
    .orderBy(asc(loreEntries.place), asc(loreEntries.id))
    .limit(limit);
}

/** The bytes that an entry takes. */
export function countEntryBytes({ name, text, rules, source }: Omit<NewEntry, "id">): number {
  return countBytes(name + text + JSON.stringify([rules, source]));
}

/** The bytes that a book takes with its entries. */
export function countBookBytes({ source }: Pick<NewBook, "source">, entries: readonly NewEntry[]): number {
  const own = source === null ? 0 : countBytes(JSON.stringify(source));
  return entries.reduce((sum, entry) => sum + countEntryBytes(entry), own);
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** All entries in as few statements as their size allows: each is one parameter. */
function insertEntryStatements(
  db: Database,
  { userId, bookId }: { userId: string; bookId: string },
  entries: readonly NewEntry[],
  { storedBytes, now }: { storedBytes: number; now: Date },
) {
  const at = now.toISOString();
  return toParameters(entries).map((values) =>
    db
      .insert(loreEntries)
      .select(sql`
      SELECT value ->> 'id', ${userId}, ${bookId},
        (SELECT coalesce(max(place), -1) + 1 FROM ${loreEntries} WHERE book_id = ${bookId}) + key,
        value ->> 'name', value ->> 'kind', value ->> 'text', value -> 'rules', value ->> 'isNameGiven', value ->> 'isLocked',
        nullif(value -> 'origin', 'null'), nullif(value -> 'source', 'null'), value ->> 'folded', value ->> 'storedBytes', ${at}, ${at}, NULL
      FROM json_each(${values})
      WHERE EXISTS (SELECT 1 FROM ${lorebooks} WHERE id = ${bookId} AND user_id = ${userId} AND deleted_at IS NULL)
        AND (SELECT count(*) FROM ${loreEntries} WHERE book_id = ${bookId} AND deleted_at IS NULL) + json_array_length(${values}) <= ${ENTRIES_PER_BOOK}
        AND ${sumStoredBytes(userId)} <= ${storedBytes}`)
      .onConflictDoNothing(),
  );
}

function toParameters(entries: readonly NewEntry[]): string[] {
  const parameters: string[] = [];
  let rows: string[] = [];
  let length = 0;
  const close = () => {
    if (rows.length > 0) parameters.push(`[${rows.join(",")}]`);
    rows = [];
    length = 0;
  };
  for (const entry of entries) {
    const folded = foldText(`${entry.name} ${entry.text}`);
    const row = JSON.stringify({ ...entry, folded, storedBytes: countEntryBytes(entry) });
    if (length + row.length > PARAMETER_MAX) close();
    rows.push(row);
    length += row.length;
  }
  close();
  return parameters;
}

/** Adds an entry to a book. Returns it; `null` where the book is not the user's, is full, or their storage is. The same id is added once. */
export async function insertEntry(
  db: Database,
  { userId, bookId }: { userId: string; bookId: string },
  entry: NewEntry,
  { storedBytes, now }: { storedBytes: number; now: Date },
): Promise<EntryRow | null> {
  const inserts = insertEntryStatements(db, { userId, bookId }, [entry], { storedBytes, now });
  await runBatch(db, [...inserts, touchBook(db, userId, bookId, now)]);
  const [added] = await findEntry(db, userId, entry.id);
  return added?.bookId === bookId ? added : null;
}

/**
 * Changes an entry and returns it; `null` where it is not the user's, was changed since `row` was read, or has become longer and their
 * storage has no room for that.
 */
export async function updateEntry(
  db: Database,
  userId: string,
  row: EntryRow,
  change: Partial<NewEntry>,
  { storedBytes, now }: { storedBytes: number; now: Date },
): Promise<EntryRow | null> {
  const changed = { ...row, ...change };
  const bytes = countEntryBytes(changed);
  const more = sql`${bytes} - ${loreEntries.storedBytes}`;
  const hasRoom = sql`(${more} <= 0 OR ${sumStoredBytes(userId)} + ${more} <= ${storedBytes})`;
  const [rows] = await db.batch([
    db
      .update(loreEntries)
      .set({
        ...change,
        folded: foldText(`${changed.name} ${changed.text}`),
        storedBytes: bytes,
        updatedAt: now.toISOString(),
      })
      .where(and(isOwnRow(loreEntries, userId, row.id), eq(loreEntries.updatedAt, row.updatedAt), hasRoom))
      .returning(),
    touchBook(db, userId, row.bookId, now),
  ]);
  return rows[0] ?? null;
}

/** Deletes an entry so that it can be restored. Of a book's deleted entries the latest are kept. */
export async function deleteEntryRow(db: Database, userId: string, row: EntryRow, now: Date): Promise<void> {
  const outdated = sql`${loreEntries.id} IN (SELECT old.id FROM ${loreEntries} AS old
    WHERE old.book_id = ${row.bookId} AND old.deleted_at IS NOT NULL ORDER BY old.deleted_at DESC LIMIT -1 OFFSET ${DELETED_PER_BOOK})`;
  await db.batch([
    db
      .update(loreEntries)
      .set({ deletedAt: now.toISOString() })
      .where(isOwnRow(loreEntries, userId, row.id)),
    db.delete(loreEntries).where(outdated),
    touchBook(db, userId, row.bookId, now),
  ]);
}

/** Restores a deleted entry if its book has room for it. */
export async function restoreEntryRow(
  db: Database,
  userId: string,
  { bookId, entryId, since, now }: { bookId: string; entryId: string; since: Date; now: Date },
): Promise<EntryRow | null> {
  const hasRoom = sql`(SELECT count(*) FROM ${loreEntries} AS counted
    WHERE counted.book_id = ${bookId} AND counted.deleted_at IS NULL) < ${ENTRIES_PER_BOOK}`;
  const [rows] = await db.batch([
    db
      .update(loreEntries)
      .set({ deletedAt: null })
      .where(and(isDeletedRow(loreEntries, userId, entryId, since), eq(loreEntries.bookId, bookId), hasRoom))
      .returning(),
    touchBook(db, userId, bookId, now),
  ]);
  return rows[0] ?? null;
}
