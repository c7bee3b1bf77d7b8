import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { toPurgeTime, toRestorableSince } from "#domain/deletion.ts";
import { AppError } from "#domain/errors.ts";
import type { Deleted } from "#domain/record-parts.ts";

/** A place in a sorted list: the sort key and the id of the row that a page ends with. */
export type ListCursor = { key: string; id: string };

/** A caller's page request. `cursor` is the `next` of the page before; absent or `null`: the first page. */
export type PageRequest = { cursor?: string | null; limit?: number };

/** A page to query: the rows after `after`, at most `limit` of them. */
export type PageQuery = { after: ListCursor | null; limit: number };

const PAGE_SIZE = 50;
const PAGE_SIZE_MAX = 100;

/**
 * Reads one page of a list. `next` is the cursor of the page after it, `null` at the end: one row more than the page holds
 * is read to know. Throws INVALID_INPUT for a cursor that is not one of ours.
 */
export async function readPage<Row extends { id: string }>(
  request: PageRequest,
  read: (query: PageQuery) => PromiseLike<Row[]>,
  getSortKey: (row: Row) => string,
): Promise<{ rows: Row[]; next: string | null }> {
  const limit = Math.min(request.limit ?? PAGE_SIZE, PAGE_SIZE_MAX);
  const found = await read({ after: request.cursor ? decodeCursor(request.cursor) : null, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last ? encodeCursor({ key: getSortKey(last), id: last.id }) : null;
  return { rows, next };
}

/** A page of "Recently deleted", the latest first, each with the time until which it can be restored. */
export async function readDeletedPage<Row extends { id: string; deletedAt: string | null }, Item>(
  request: PageRequest,
  now: Date,
  read: (query: PageQuery & { since: Date }) => PromiseLike<Row[]>,
  toRecord: (row: Row) => Item,
): Promise<{ records: (Item & Deleted)[]; next: string | null }> {
  const since = toRestorableSince(now);
  const { rows, next } = await readPage(
    request,
    (query) => read({ ...query, since }),
    ({ deletedAt }) => deletedAt ?? "",
  );
  const records = rows.flatMap((row) => {
    const { deletedAt } = row;
    return deletedAt === null ? [] : [{ ...toRecord(row), deletedAt, goneAt: toPurgeTime(deletedAt) }];
  });
  return { records, next };
}

/**
 * The rows after a cursor, as a row comparison: the database enters the list's index at that place. `undefined` without a
 * cursor: all rows.
 */
export function isAfter(
  { key, id }: { key: SQL | SQLiteColumn; id: SQLiteColumn },
  cursor: ListCursor | null,
  order: "ascending" | "descending",
): SQL | undefined {
  if (cursor === null) return undefined;
  const place = sql`(${cursor.key}, ${cursor.id})`;
  return order === "ascending" ? sql`(${key}, ${id}) > ${place}` : sql`(${key}, ${id}) < ${place}`;
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
