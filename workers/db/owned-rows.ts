import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { AppError } from "#domain/errors.ts";
import type { Database } from "./client.ts";
import { type PageQuery, sortPage } from "./paging.ts";
import type { characterChats, characters, lorebooks, loreEntries, stories } from "./schema/index.ts";

/** The tables whose rows belong to a person, who can delete and restore them. */
type OwnedTable =
  | typeof stories
  | typeof characters
  | typeof characterChats
  | typeof lorebooks
  | typeof loreEntries;

/** The row that a query by id has found. Throws NOT_FOUND where it has found none. */
export function requireRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new AppError("NOT_FOUND");
  return row;
}

/** A row of this person that is not deleted. */
export function isOwnedBy(table: OwnedTable, userId: string): SQL | undefined {
  return and(eq(table.userId, userId), isNull(table.deletedAt));
}

/** The row with that id, if it is this person's and not deleted. */
export function isOwnRow(table: OwnedTable, userId: string, id: string): SQL | undefined {
  return and(eq(table.id, id), isOwnedBy(table, userId));
}

/** A row that this person has deleted since then. */
function isRecentlyDeleted(table: OwnedTable, userId: string, since: Date): SQL | undefined {
  return and(eq(table.userId, userId), isNotNull(table.deletedAt), gt(table.deletedAt, since.toISOString()));
}

/** The row with that id, if this person has deleted it since then. */
export function isDeletedRow(table: OwnedTable, userId: string, id: string, since: Date): SQL | undefined {
  return and(eq(table.id, id), isRecentlyDeleted(table, userId, since));
}

/** A page of what a person has deleted since then, the latest first. `select` selects the rows of a condition. */
export function listDeletedRows<Query>(
  select: (where: SQL | undefined) => { orderBy: (...order: SQL[]) => Query },
  table: OwnedTable,
  userId: string,
  { since, ...page }: PageQuery & { since: Date },
): Query {
  const { rest, order } = sortPage(table, { by: "deletedAt", order: "descending" }, page);
  return select(and(isRecentlyDeleted(table, userId, since), rest)).orderBy(...order);
}

/** The row that a person's request has made, deleted or not. */
export function isOfRequest(
  table: typeof stories | typeof characters | typeof characterChats,
  userId: string,
  requestId: string,
): SQL | undefined {
  return and(eq(table.userId, userId), eq(table.requestId, requestId));
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
