import { toRestorableSince } from "#domain/deletion.ts";
import type { LibraryQuery } from "#domain/library-query.ts";
import type { Database } from "../db/client.ts";
import { type PageQuery, toPageQuery } from "../db/paging.ts";
import { findLibrary } from "./library-store.ts";

/**
 * Whole rows, with two books in a row and with three. The first page is rendered on the server and fills a screen of 1920 x 1080; the
 * next one is loaded before the reader is at the end of it.
 */
const FIRST_PAGE = 12;
const FURTHER_PAGE = 24;

/** The query of one page of the library. Nothing is sent before it is awaited or put into a batch. */
export type LibraryReads = { query: LibraryQuery; page: PageQuery; found: ReturnType<typeof findLibrary> };

/** Throws INVALID_INPUT for a cursor that is not one of ours. */
export function readLibrary(db: Database, userId: string, query: LibraryQuery, now: Date): LibraryReads {
  const { cursor, sort, status, search } = query;
  const page = toPageQuery({ cursor, limit: cursor === null ? FIRST_PAGE : FURTHER_PAGE });
  const found = findLibrary(db, userId, { ...page, sort, status, search }, toRestorableSince(now));
  return { query, page, found };
}
