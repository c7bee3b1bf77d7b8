import { eq, lt } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { endedSessions, liveSessions } from "../db/schema/index.ts";

export type LiveSessionRow = typeof liveSessions.$inferSelect;

/** Notes where a session reads. The same place again changes nothing. */
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
