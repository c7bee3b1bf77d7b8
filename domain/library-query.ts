import * as v from "valibot";
import { INITIAL_STORY_SORT, type StorySort, searchSchema, sortSchema, statusSchema } from "./library.ts";
import type { StoryStatus } from "./story-record.ts";

/** What the address says of the library. */
export type LibraryQuery = { sort: StorySort; search: string; status: StoryStatus; cursor: string | null };

const querySchema = v.object({
  sort: v.fallback(v.optional(sortSchema, INITIAL_STORY_SORT), INITIAL_STORY_SORT),
  search: v.fallback(v.optional(searchSchema, ""), ""),
  status: v.fallback(v.optional(statusSchema, "active"), "active"),
  cursor: v.fallback(v.optional(v.nullable(v.string()), null), null),
});

/** Reads the query; missing or wrong values get their defaults. */
export function readLibraryQuery(parameters: URLSearchParams): LibraryQuery {
  return v.parse(querySchema, Object.fromEntries(parameters));
}

/** The library's address after a change, without default values. Every change goes back to the first page. */
export function libraryPath(query: LibraryQuery, change: Partial<LibraryQuery> = {}): string {
  const { sort, search, status, cursor } = { ...query, cursor: null, ...change };
  const parameters = new URLSearchParams();
  if (status !== "active") parameters.set("status", status);
  if (search !== "") parameters.set("search", search);
  if (sort !== INITIAL_STORY_SORT) parameters.set("sort", sort);
  if (cursor !== null) parameters.set("cursor", cursor);
  return parameters.size === 0 ? "/stories" : `/stories?${parameters}`;
}
