import { and, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";
import { isAfter, type PageQuery } from "./paging.ts";
import type { characterChats, characters, lorebooks, loreEntries, stories } from "./schema/index.ts";

/** The tables whose rows belong to a person, who can delete and restore them. */
type OwnedTable =
  | typeof stories
  | typeof characters
  | typeof characterChats
  | typeof lorebooks
  | typeof loreEntries;

/** A row of this person that is not deleted. */
export function isOwnedBy(table: OwnedTable, userId: string): SQL | undefined {
  return and(eq(table.userId, userId), isNull(table.deletedAt));
}

/** A row that this person has deleted since then. */
export function isRecentlyDeleted(table: OwnedTable, userId: string, since: Date): SQL | undefined {
  return and(eq(table.userId, userId), isNotNull(table.deletedAt), gt(table.deletedAt, since.toISOString()));
}

/** The condition and the order of a page of what a person has deleted since then, the latest first. */
export function toDeletedPage(
  table: OwnedTable,
  userId: string,
  { after, since }: Pick<PageQuery, "after"> & { since: Date },
) {
  const { id, deletedAt: key } = table;
  return {
    where: and(isRecentlyDeleted(table, userId, since), isAfter({ key, id }, after, "descending")),
    order: [desc(key), desc(id)],
  };
}

/** When a person's conversation was deleted (`null`: it is not); no row: it never was, or it is purged. */
export function findWhenDeleted(
  db: Database,
  table: typeof stories | typeof characterChats,
  userId: string,
  id: string,
) {
  const { deletedAt } = table;
  return db
    .select({ deletedAt })
    .from(table)
    .where(and(eq(table.id, id), eq(table.userId, userId)));
}

/** Deletes a conversation's row permanently if it is marked as deleted. Returns whether the row is gone. */
export async function purgeRow(
  db: Database,
  table: typeof stories | typeof characterChats,
  userId: string,
  id: string,
): Promise<boolean> {
  const row = and(eq(table.id, id), eq(table.userId, userId));
  const [, left] = await db.batch([
    db.delete(table).where(and(row, isNotNull(table.deletedAt))),
    db.select({ id: table.id }).from(table).where(row),
  ]);
  return left.length === 0;
}

/** Binds one parameter for any number of ids: D1 allows 100. */
export function isAmong(column: SQLiteColumn, ids: readonly string[]): SQL {
  return inArray(column, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
