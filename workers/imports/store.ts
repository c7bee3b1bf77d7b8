import { and, desc, eq, gte, inArray, lte, ne, not, type SQL, sql } from "drizzle-orm";
import type { Genre } from "#domain/genres.ts";
import { IMPORTS_RUNNING_MAX, OPEN_STATES } from "#domain/imports.ts";
import type { Database } from "../db/client.ts";
import { isOwnedBy } from "../db/owned-rows.ts";
import { selectRow } from "../db/row-selection.ts";
import {
  characterChats,
  characterStories,
  characters,
  chatLorebooks,
  imports,
  lorebooks,
  stories,
  storyLorebooks,
} from "../db/schema/index.ts";

export type ImportRow = typeof imports.$inferSelect;

const isOpen = inArray(imports.state, [...OPEN_STATES]);

function isOwn(userId: string, importId: string): SQL | undefined {
  return and(eq(imports.id, importId), eq(imports.userId, userId));
}

export function findImport(db: Database, userId: string, importId: string) {
  return db.select().from(imports).where(isOwn(userId, importId));
}

export function findImportByKey(db: Database, userId: string, key: string) {
  return db
    .select()
    .from(imports)
    .where(and(eq(imports.userId, userId), eq(imports.key, key)));
}

/** The latest first. */
export function listImports(db: Database, userId: string, limit: number) {
  return db
    .select()
    .from(imports)
    .where(eq(imports.userId, userId))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit);
}

/** Part of a statement: how many of a person's imports run. */
function countOpen(userId: string): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${imports} AS other WHERE other.user_id = ${userId}
    AND other.state IN ('waiting', 'running'))`;
}

export async function countRunning(db: Database, userId: string): Promise<number> {
  const [row] = await db.all<{ running: number }>(sql`SELECT ${countOpen(userId)} AS running`);
  return row?.running ?? 0;
}

/** Of a person's imports so many are remembered: older ones that have ended can't be undone any more. */
const REMEMBERED_MAX = 200;

/**
 * Inserts an import, unless there is one of the same files, or too many of the person's are running. Returns whether it did. The oldest are
 * forgotten.
 */
export async function insertImport(db: Database, row: typeof imports.$inferInsert): Promise<boolean> {
  const { userId } = row;
  const hasRoom = sql`WHERE ${countOpen(userId)} < ${IMPORTS_RUNNING_MAX}`;
  const isOld = sql`${imports.id} IN (SELECT old.id FROM ${imports} AS old WHERE old.user_id = ${userId}
    ORDER BY old.created_at DESC, old.id DESC LIMIT -1 OFFSET ${REMEMBERED_MAX})`;
  const [inserted] = await db.batch([
    db
      .insert(imports)
      .select(selectRow(imports, row, hasRoom))
      .onConflictDoNothing()
      .returning({ id: imports.id }),
    db.delete(imports).where(and(eq(imports.userId, userId), not(isOpen), isOld)),
  ]);
  return inserted.length === 1;
}

type Change = Partial<
  Pick<ImportRow, "state" | "written" | "total" | "report" | "error" | "characters" | "key">
>;

/** Changes an import whose job has not ended. Returns none if it has, or was cancelled. */
export function changeOpenImport(db: Database, userId: string, importId: string, change: Change, now: Date) {
  return db
    .update(imports)
    .set({ ...change, updatedAt: now.toISOString() })
    .where(and(isOwn(userId, importId), isOpen))
    .returning({ id: imports.id });
}

/** Tells of a cancelled import all that it has brought before. */
export async function reportCancelled(
  db: Database,
  userId: string,
  importId: string,
  report: ImportRow["report"],
  now: Date,
): Promise<void> {
  await db
    .update(imports)
    .set({ report, updatedAt: now.toISOString() })
    .where(and(isOwn(userId, importId), eq(imports.state, "cancelled")));
}

/** Runs an import again that has ended, for what it left out. Returns none if it was cancelled or undone. */
export function reopenImport(db: Database, userId: string, importId: string, now: Date) {
  return db
    .update(imports)
    .set({ state: "running", updatedAt: now.toISOString() })
    .where(and(isOwn(userId, importId), inArray(imports.state, ["done", "failed"])))
    .returning({ id: imports.id });
}

/** How many other imports of that person have files that are still kept. */
export async function countKept(
  db: Database,
  { userId, importId }: { userId: string; importId: string },
  now: string,
): Promise<number> {
  const until = sql`json_extract(${imports.report}, '$.filesKeptUntil')`;
  const isKept = and(eq(imports.userId, userId), ne(imports.id, importId), sql`${until} > ${now}`);
  return db.$count(imports, isKept);
}

/** What it brought was taken away, or it had brought nothing: the same files may come again. */
export function closeImport(db: Database, userId: string, importId: string, change: Change, now: Date) {
  return db
    .update(imports)
    .set({ ...change, key: importId, updatedAt: now.toISOString() })
    .where(isOwn(userId, importId));
}

/** Of these stories, chats and characters those that are not deleted; `genre`: that of a story. */
export function listOnShelf(db: Database, userId: string, ids: readonly string[]) {
  const among = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return db.all<{ id: string; genre: Genre | null }>(sql`
    SELECT id, genre FROM ${stories} WHERE id IN ${among} AND user_id = ${userId} AND deleted_at IS NULL
    UNION ALL SELECT id, NULL FROM ${characterChats} WHERE id IN ${among} AND user_id = ${userId} AND deleted_at IS NULL
    UNION ALL SELECT id, NULL FROM ${characters} WHERE id IN ${among} AND user_id = ${userId} AND deleted_at IS NULL`);
}

/** That an import has made it, and nobody has changed it since. */
function isMadeBy({ userId, createdAt, updatedAt }: ImportRow, table: typeof characters | typeof lorebooks) {
  return and(isOwnedBy(table, userId), gte(table.createdAt, createdAt), lte(table.updatedAt, updatedAt));
}

/** Of the characters that an undone import has made those that were not changed since, and that no story and no chat has any more. */
export function listUnusedCharacters(db: Database, row: ImportRow) {
  const chats = JSON.stringify(row.report.conversations.map(({ id }) => id));
  const cards = JSON.stringify(row.characters.map(({ id }) => id));
  return db
    .select({ id: characters.id })
    .from(characters)
    .where(
      and(
        isMadeBy(row, characters),
        sql`${characters.id} IN (SELECT value FROM json_each(${cards}) UNION SELECT chat.character_id FROM ${characterChats} AS chat
          WHERE chat.id IN (SELECT value FROM json_each(${chats})))`,
        sql`NOT EXISTS (SELECT 1 FROM ${characterChats} AS chat WHERE chat.character_id = ${characters.id} AND chat.deleted_at IS NULL)`,
        sql`NOT EXISTS (SELECT 1 FROM ${characterStories} AS met JOIN ${stories} AS story ON story.id = met.story_id
          WHERE met.character_id = ${characters.id} AND story.deleted_at IS NULL)`,
      ),
    );
}

/** Of the books that came with stories and chats of an undone import it deletes those that were not changed since and that nothing else has chosen. */
export async function removeUnusedBooks(db: Database, row: ImportRow, now: Date): Promise<void> {
  const ids = JSON.stringify(row.report.conversations.map(({ id }) => id));
  await db
    .update(lorebooks)
    .set({ deletedAt: now.toISOString() })
    .where(
      and(
        isMadeBy(row, lorebooks),
        sql`${lorebooks.id} IN (SELECT book_id FROM ${storyLorebooks} WHERE story_id IN (SELECT value FROM json_each(${ids}))
          UNION SELECT book_id FROM ${chatLorebooks} WHERE chat_id IN (SELECT value FROM json_each(${ids})))`,
        sql`NOT EXISTS (SELECT 1 FROM ${storyLorebooks} AS used JOIN ${stories} AS story ON story.id = used.story_id
          WHERE used.book_id = ${lorebooks.id} AND story.deleted_at IS NULL)`,
        sql`NOT EXISTS (SELECT 1 FROM ${chatLorebooks} AS used JOIN ${characterChats} AS chat ON chat.id = used.chat_id
          WHERE used.book_id = ${lorebooks.id} AND chat.deleted_at IS NULL)`,
      ),
    );
}
