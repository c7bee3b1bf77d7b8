import { AppError } from "#domain/errors.ts";
import { isId } from "#domain/ids.ts";
import { readLibraryQuery } from "#domain/library-query.ts";
import { findChat } from "./character-chats/store.ts";
import type { Database } from "./db/client.ts";
import type { CompiledQuery } from "./db/compiled.ts";
import { type LibraryReads, readLibrary } from "./stories/library-reads.ts";
import { findStory } from "./stories/store.ts";

/**
 * The queries that a page begins with. They are sent together with the query for their owner's row: far from the database it saves
 * a round trip. A service uses their answers in place of asking itself.
 */
export type PageReads = { queries: readonly CompiledQuery<unknown>[] } & (
  | { kind: "story"; id: string; row: ReturnType<typeof findStory> }
  | { kind: "character-chat"; id: string; row: ReturnType<typeof findChat> }
  | { kind: "library"; library: LibraryReads }
);

/** The address of a request. `url`: with its query. */
type PageRequest = { method: string; path: string; url: string };

/** What the page of a story, of a chat and of the library begins with; `null` for other requests. */
export function findPageReads(
  db: Database,
  userId: string,
  { method, path, url }: PageRequest,
): PageReads | null {
  if (method !== "GET") return null;
  if (/^\/stories(?:\.data)?$/.test(path)) return findLibraryReads(db, userId, new URL(url).searchParams);
  const [, place, id = ""] = /^\/(stories|character-chats)\/([^/.]+)(?:\.data)?$/.exec(path) ?? [];
  if (!isId(id)) return null;
  if (place === "stories") {
    const row = findStory(db, userId, id);
    return { kind: "story", id, row, queries: [row] };
  }
  const row = findChat(db, userId, id);
  return { kind: "character-chat", id, row, queries: [row] };
}

function findLibraryReads(db: Database, userId: string, parameters: URLSearchParams): PageReads | null {
  try {
    const library = readLibrary(db, userId, readLibraryQuery(parameters), new Date());
    return { kind: "library", library, queries: [library.found] };
  } catch (error) {
    // A cursor that is not ours: the page says so when it asks.
    if (error instanceof AppError && error.code === "INVALID_INPUT") return null;
    throw error;
  }
}
