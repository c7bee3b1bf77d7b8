import { and, eq, gt, inArray, isNotNull, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { characterChats, characters, stories } from "./schema/index.ts";

/** The tables whose rows belong to a person, who can delete and restore them. */
type OwnedTable = typeof stories | typeof characters | typeof characterChats;

/** A row of this person that is not deleted. */
export function isOwnedBy(table: OwnedTable, userId: string | Placeholder): SQL | undefined {
  return and(eq(table.userId, userId), isNull(table.deletedAt));
}

/** A row that this person has deleted since then. */
export function isRecentlyDeleted(table: OwnedTable, userId: string, since: Date): SQL | undefined {
  return and(eq(table.userId, userId), isNotNull(table.deletedAt), gt(table.deletedAt, since.toISOString()));
}

/** Binds one parameter for any number of ids: D1 allows 100. */
export function isAmong(column: SQLiteColumn, ids: readonly string[]): SQL {
  return inArray(column, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
