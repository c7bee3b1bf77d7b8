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

/** Notes where a session opens a connection, if that conversation is its person's. The same place again changes nothing. */
export function recordOpenedSession(db: Database, row: LiveSessionRow) {
  const conversations = { story: stories, "character-chat": characterChats }[row.kind];
  const isTheirs = sql`FROM ${conversations} WHERE ${isOwnRow(conversations, row.userId, row.conversationId)}`;
  return db
    .insert(liveSessions)
    .select(selectRow(liveSessions, row, isTheirs))
    .onConflictDoNothing();
}

/** Notes where a session reads, as it was noted before. The same place again changes nothing. */
export function recordLiveSession(db: Database, row: LiveSessionRow) {
  return db.insert(liveSessions).values(row).onConflictDoNothing();
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

/** Takes out where a session has been reading. */
export function takeLiveSessions(db: Database, sessionId: string) {
  return db.delete(liveSessions).where(eq(liveSessions.sessionId, sessionId)).returning();
}

/** The same for every session of a user. */
export function takeLiveSessionsOfUser(db: Database, userId: string) {
  return db.delete(liveSessions).where(eq(liveSessions.userId, userId)).returning();
}
