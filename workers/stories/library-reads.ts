import { toRestorableSince } from "#domain/deletion.ts";
import type { LibraryQuery } from "#domain/library-query.ts";
import type { Database } from "../db/client.ts";
import { type PageQuery, toPageQuery } from "../db/paging.ts";
import { listStoryCards, summariseLibrary } from "./library-store.ts";

/** Whole rows, with two books in a row and with three. The next page is loaded before the reader is at the end of one. */
const STORIES_A_PAGE = 24;

/** The queries of one page of the library. Nothing is sent before they are awaited or put into a batch. */
export type LibraryReads = { query: LibraryQuery; page: PageQuery; queries: ReturnType<typeof listQueries> };

/** Throws INVALID_INPUT for a cursor that is not one of ours. */
export function readLibrary(db: Database, userId: string, query: LibraryQuery, now: Date): LibraryReads {
  const page = toPageQuery({ cursor: query.cursor, limit: STORIES_A_PAGE });
  return { query, page, queries: listQueries(db, userId, { query, page, now }) };
}

function listQueries(
  db: Database,
  userId: string,
  { query, page, now }: { query: LibraryQuery; page: PageQuery; now: Date },
) {
  const { sort, status, search } = query;
  return [
    listStoryCards(db, userId, { ...page, sort, status, search }),
    summariseLibrary(db, userId, toRestorableSince(now)),
  ] as const;
}
