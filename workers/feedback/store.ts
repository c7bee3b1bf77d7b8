import { and, eq, gt, min, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { selectRow } from "../db/row-selection.ts";
import { feedback } from "../db/schema/index.ts";

/* These queries run in the directory, where the team reads all feedback. */

/**
 * Inserts feedback unless the user has sent `limit` since `since` (ISO 8601) already. One statement, so that requests at
 * once cannot pass together. Returns whether it was inserted.
 */
export async function insertFeedbackWithin(
  db: Database,
  row: typeof feedback.$inferInsert,
  { limit, since }: { limit: number; since: string },
): Promise<boolean> {
  const hasRoom = sql`WHERE (SELECT count(*) FROM ${feedback} WHERE user_id = ${row.userId} AND created_at > ${since}) < ${limit}`;
  const inserted = await db
    .insert(feedback)
    .select(selectRow(feedback, row, hasRoom))
    .returning({ id: feedback.id });
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
