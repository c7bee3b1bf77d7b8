import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { AppError } from "#domain/errors.ts";

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
  const query = toPageQuery(request);
  return toPage(await read(query), query, getSortKey);
}

/** The query of one page, for a batch; `toPage` makes the page of its rows. Throws as `readPage` does. */
export function toPageQuery({ cursor, limit = PAGE_SIZE }: PageRequest): PageQuery {
  return { after: cursor ? decodeCursor(cursor) : null, limit: Math.min(limit, PAGE_SIZE_MAX) + 1 };
}

export function toPage<Row extends { id: string }>(
  found: readonly Row[],
  { limit }: PageQuery,
  getSortKey: (row: Row) => string,
): { rows: Row[]; next: string | null } {
  const rows = found.slice(0, limit - 1);
  const last = rows.at(-1);
  const next = found.length === limit && last ? encodeCursor({ key: getSortKey(last), id: last.id }) : null;
  return { rows, next };
}

/**
 * The rows after a cursor, as a row comparison: the database enters the list's index at that place. `undefined` without a
 * cursor: all rows. A compiled query gives placeholders for its values.
 */
export function isAfter(
  { key, id }: { key: SQL | SQLiteColumn; id: SQLiteColumn },
  cursor: ListCursor | Record<keyof ListCursor, Placeholder> | null,
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
