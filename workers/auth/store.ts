import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { isOwnRow } from "../db/owned-rows.ts";
import { selectRow } from "../db/row-selection.ts";
import { characterChats, endedSessions, liveSessions, sessions, stories, users } from "../db/schema/index.ts";

export type LiveSessionRow = typeof liveSessions.$inferSelect;

/**
 * Records whose session a key of KV is. Returns `false` when the user's epoch is not `epoch` any more or the account is being
 * deleted: part of the statement, so that a deletion either finds the session or prevents it.
 */
export async function recordSession(
  db: Database,
  row: typeof sessions.$inferInsert,
  epoch: number,
): Promise<boolean> {
  const isCurrent = and(
    eq(users.id, row.userId),
    eq(users.sessionEpoch, epoch),
    isNull(users.deletionRequestedAt),
  );
  const recorded = await db
    .insert(sessions)
    .select(selectRow(sessions, row, sql`FROM ${users} WHERE ${isCurrent}`))
    .returning({ id: sessions.id });
  return recorded.length > 0;
}

/** A session's time was extended. */
export async function recordSlide(db: Database, id: string, slidAt: string): Promise<void> {
  await db.update(sessions).set({ slidAt }).where(eq(sessions.id, id));
}

/** Notes where a session opens a connection, if that conversation is its person's. `recordSessionEnd` forgets what is old. */
export function recordOpenedSession(db: Database, row: LiveSessionRow) {
  const conversations = { story: stories, "character-chat": characterChats }[row.kind];
  const isTheirs = sql`FROM ${conversations} WHERE ${isOwnRow(conversations, row.userId, row.conversationId)}`;
  return db
    .insert(liveSessions)
    .select(selectRow(liveSessions, row, isTheirs))
    .onConflictDoUpdate({
      target: [liveSessions.sessionId, liveSessions.conversationId],
      set: { openedAt: row.openedAt },
    });
}

/** Puts a session's end on record, and drops what is older than any session: `before`, ISO 8601. */
export async function recordSessionEnd(
  db: Database,
  sessionId: string,
  times: { now: string; before: string },
): Promise<void> {
  await db.batch([
    db.insert(endedSessions).values({ sessionId, endedAt: times.now }).onConflictDoNothing(),
    db.delete(endedSessions).where(lt(endedSessions.endedAt, times.before)),
    db.delete(liveSessions).where(lt(liveSessions.openedAt, times.before)),
    db.delete(sessions).where(lt(sessions.slidAt, times.before)),
  ]);
}

/** A row where the session was ended before its time. */
export function findSessionEnd(db: Database, sessionId: string) {
  return db
    .select({ endedAt: endedSessions.endedAt })
    .from(endedSessions)
    .where(eq(endedSessions.sessionId, sessionId));
}

/** Where a session, or every session of a user, has been reading. */
export function listLiveSessions(db: Database, readers: LiveReaders) {
  return db.select().from(liveSessions).where(isReading(readers));
}

/** Some of these are closed. */
export function forgetLiveSessions(db: Database, readers: LiveReaders, closed: readonly LiveSessionRow[]) {
  const { sessionId, conversationId } = liveSessions;
  const places = closed.map((row) => `${row.sessionId} ${row.conversationId}`);
  const isClosed = sql`${sessionId} || ' ' || ${conversationId} IN (SELECT value FROM json_each(${JSON.stringify(places)}))`;
  return db.delete(liveSessions).where(and(isReading(readers), isClosed));
}

export type LiveReaders = { sessionId: string } | { userId: string };

function isReading(readers: LiveReaders) {
  return "userId" in readers
    ? eq(liveSessions.userId, readers.userId)
    : eq(liveSessions.sessionId, readers.sessionId);
}
