import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { toPurgeTime, toRestorableSince } from "#domain/recently-deleted.ts";
import type { Deleted } from "#domain/record-parts.ts";
import { limited } from "./limited.ts";

/** A place in a sorted list: the sort key and the id of the row that a page ends with. */
export type ListCursor = { key: string; id: string };

/** A caller's page request. `cursor` is the `next` of the page before; absent or `null`: the first page. */
export type PageRequest = { cursor?: string | null; limit?: number };

/** A page to query: the rows after `after`, at most `limit` of them. */
export type PageQuery = { after: ListCursor | null; limit: number };

/** One page of a list. `next` is the cursor of the page after it, `null` at the end. */
export type ListPage<Item> = { records: Item[]; next: string | null };

/** How a list is sorted: by which column, and which way. */
export type ListOrder<Key extends string = string> = { by: Key; order: "ascending" | "descending" };

const PAGE_SIZE = 50;
const PAGE_SIZE_MAX = 100;

/**
 * Reads one page of a list that is sorted by the column `key`. One row more than the page holds is read, to know whether it is the last.
 * Throws INVALID_INPUT for a cursor that is not one of ours.
 */
export async function readPage<Key extends string, Row extends { id: string } & Record<Key, string | null>>(
  request: PageRequest,
  key: Key,
  read: (query: PageQuery) => PromiseLike<Row[]>,
): Promise<ListPage<Row>> {
  const limit = Math.min(request.limit ?? PAGE_SIZE, PAGE_SIZE_MAX);
  const found = await read({ after: request.cursor ? decodeCursor(request.cursor) : null, limit: limit + 1 });
  const records = found.slice(0, limit);
  const last = records.at(-1);
  const next = found.length > limit && last ? encodeCursor({ key: last[key] ?? "", id: last.id }) : null;
  return { records, next };
}

/** A page of "Recently deleted", the latest first, each with the time until which it can be restored. */
export async function readDeletedPage<Row extends { id: string; deletedAt: string | null }, Item>(
  request: PageRequest,
  now: Date,
  read: (query: PageQuery & { since: Date }) => PromiseLike<Row[]>,
  toRecord: (row: Row) => Item,
): Promise<ListPage<Item & Deleted>> {
  const since = toRestorableSince(now);
  const page = await readPage(request, "deletedAt", (query) => read({ ...query, since }));
  const records = page.records.flatMap((row) => {
    const { deletedAt } = row;
    return deletedAt === null ? [] : [{ ...toRecord(row), deletedAt, goneAt: toPurgeTime(deletedAt) }];
  });
  return { records, next: page.next };
}

/**
 * The condition and the order of a page. The condition is a row comparison: the database enters the list's index at that place. The order
 * ends with the LIMIT.
 */
export function sortPage<Key extends string>(
  table: { id: SQLiteColumn } & Record<Key, SQLiteColumn>,
  { by, order }: ListOrder<Key>,
  { after, limit }: PageQuery,
): { rest: SQL | undefined; order: [key: SQL, id: SQL] } {
  const isAscending = order === "ascending";
  const direction = isAscending ? asc : desc;
  const key = sql`(${table[by]}, ${table.id})`;
  const place = sql`(${after?.key}, ${after?.id})`;
  return {
    rest: after === null ? undefined : isAscending ? sql`${key} > ${place}` : sql`${key} < ${place}`,
    order: [direction(table[by]), limited(direction(table.id), limit)],
  };
}

const cursorSchema = v.pipe(v.string(), v.parseJson(), v.strictTuple([v.string(), v.string()]));

function encodeCursor({ key, id }: ListCursor): string {
  return btoa(encodeURIComponent(JSON.stringify([key, id])));
}

function decodeCursor(cursor: string): ListCursor {
  try {
    const [key, id] = v.parse(cursorSchema, decodeURIComponent(atob(cursor)));
    return { key, id };
  } catch (cause) {
    throw new AppError("INVALID_INPUT", {
      message: "This page of the list does not exist.",
      field: "cursor",
      cause,
    });
  }
}
