import { and, eq, gt, min, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { feedback } from "../db/schema/index.ts";

/** These queries run in the directory, where the team reads all feedback. */
export type NewFeedback = {
  id: string;
  userId: string;
  userEmail: string | null;
  feedback: string;
  createdAt: string;
};

/**
 * Inserts feedback unless the user has sent `limit` since `since` (ISO 8601) already. One statement, so that requests at
 * once cannot pass together. Returns whether it was inserted.
 */
export async function insertFeedbackWithin(
  db: Database,
  row: NewFeedback,
  { limit, since }: { limit: number; since: string },
): Promise<boolean> {
  const inserted = await db.all<{ id: string }>(sql`
    INSERT INTO ${feedback} (id, user_id, user_email, feedback, created_at)
    SELECT ${row.id}, ${row.userId}, ${row.userEmail}, ${row.feedback}, ${row.createdAt}
    WHERE (SELECT count(*) FROM ${feedback} WHERE user_id = ${row.userId} AND created_at > ${since}) < ${limit}
    RETURNING id`);
  return inserted.length === 1;
}

/** When the user's first feedback after `since` was written (ISO 8601); `null`: there is none. */
export async function findFirstFeedback(db: Database, userId: string, since: string): Promise<string | null> {
  const [row] = await db
    .select({ createdAt: min(feedback.createdAt) })
    .from(feedback)
    .where(and(eq(feedback.userId, userId), gt(feedback.createdAt, since)));
  return row?.createdAt ?? null;
}
