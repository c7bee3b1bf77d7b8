import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";

/**
 * The database of one request, read through the Sessions API: a replica may answer, but never with an older state than
 * this caller's bookmark. `bookmark()` is the one for the next request.
 */
export type RequestDatabase = { db: Database; bookmark: () => string | null };
export type Database = ReturnType<typeof openWith>;

/** `session`: a D1 session, or another object with `prepare` and `batch`. */
export function openWith(session: object) {
  // Drizzle's type asks for a whole D1Database; it only ever calls prepare and batch.
  return drizzle(session as unknown as D1Database);
}

/** `bookmark`: from this caller's last answer; `null` starts at the nearest replica. */
export function openDatabase(d1: D1Database, bookmark: string | null): RequestDatabase {
  const session = d1.withSession(bookmark ?? "first-unconstrained");
  return { db: openWith(session), bookmark: () => session.getBookmark() };
}

/** For callers that keep no bookmark (objects, bearer tokens): always reads what was last written. */
export function openPrimaryDatabase(d1: D1Database): Database {
  return openWith(d1.withSession("first-primary"));
}

/** Runs as many statements as there are in one transaction and one round trip; none is nothing. */
export async function runBatch(db: Database, statements: readonly BatchItem<"sqlite">[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}
