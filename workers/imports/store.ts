import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { IMPORTS_RUNNING_MAX, OPEN_STATES } from "#domain/imports.ts";
import type { Database } from "../db/client.ts";
import { characterChats, imports, stories } from "../db/schema/index.ts";

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

/** Inserts an import, unless there is one of the same files, or too many of the person's are running. Returns whether it did. */
export async function insertImport(db: Database, row: typeof imports.$inferInsert): Promise<boolean> {
  const { id, userId, key, name, fileCount, createdAt } = row;
  const running = sql`(SELECT count(*) FROM ${imports} AS other WHERE other.user_id = ${userId}
    AND other.state IN ('waiting', 'running'))`;
  const inserted = await db.all<{ id: string }>(sql`
    INSERT INTO ${imports} (id, user_id, key, name, file_count, state, characters, report, created_at, updated_at)
    SELECT ${id}, ${userId}, ${key}, ${name}, ${fileCount}, ${row.state}, ${JSON.stringify(row.characters)},
      ${JSON.stringify(row.report)}, ${createdAt}, ${createdAt}
    WHERE ${running} < ${IMPORTS_RUNNING_MAX}
    ON CONFLICT DO NOTHING
    RETURNING id`);
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

/** What it brought was taken away, or it had brought nothing: the same files may come again. */
export function closeImport(db: Database, userId: string, importId: string, change: Change, now: Date) {
  return db
    .update(imports)
    .set({ ...change, key: importId, updatedAt: now.toISOString() })
    .where(and(isOwn(userId, importId), ne(imports.key, importId)));
}

/** Whether one of these stories or chats is still there. */
export async function hasAnyConversation(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<boolean> {
  const among = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const [found] = await db.all<{ found: number }>(sql`SELECT
    EXISTS (SELECT 1 FROM ${stories} WHERE id IN ${among} AND user_id = ${userId} AND deleted_at IS NULL)
    OR EXISTS (SELECT 1 FROM ${characterChats} WHERE id IN ${among} AND user_id = ${userId} AND deleted_at IS NULL) AS found`);
  return found?.found === 1;
}
