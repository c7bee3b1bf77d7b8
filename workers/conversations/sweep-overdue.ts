import { and, asc, isNotNull, lte, sql } from "drizzle-orm";
import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import { TABLES_OF_THINGS } from "../db/account-data.ts";
import type { Database } from "../db/client.ts";
import { CONVERSATION_KINDS, type characterChats, type stories } from "../db/schema/index.ts";
import { describeError } from "../logging.ts";
import type { ConversationSweep } from "../nightly.ts";

/** The most conversations of each kind in one run. The next run purges the rest. */
const PURGED_MAX = 200;
/** A deleted conversation purges itself after its 30 days, by its own alarm; a day later it should be gone. */
const OVERDUE_MS = RECENTLY_DELETED_MS + 24 * 3_600_000;

/**
 * Purges deleted stories and chats whose object does not know that they are deleted, because a request failed between D1
 * and the object. If a purge fails, the next run tries it again. The job that deletes an account purges that account's own.
 */
export async function sweepOverdue({ db, shard, objects, now, log }: ConversationSweep): Promise<number> {
  const before = new Date(now().getTime() - OVERDUE_MS);
  let purged = 0;
  for (const kind of CONVERSATION_KINDS) {
    for (const { id, userId } of await listOverdue(db, TABLES_OF_THINGS[kind], before)) {
      try {
        await objects[kind].getByName(id).purgeNow({ conversationId: id, userId, shard });
        purged += 1;
      } catch (error) {
        log("error", "conversations.sweep-failed", { conversationId: id, ...describeError(error) });
      }
    }
  }
  log("info", "conversations.sweep", { purged });
  return purged;
}

function listOverdue(db: Database, table: typeof stories | typeof characterChats, before: Date) {
  return db
    .select({ id: table.id, userId: table.userId })
    .from(table)
    .where(
      and(
        isNotNull(table.deletedAt),
        lte(table.deletedAt, before.toISOString()),
        sql`NOT EXISTS (SELECT 1 FROM users WHERE users.id = ${table.userId}
          AND users.deletion_requested_at IS NOT NULL)`,
      ),
    )
    .orderBy(asc(table.deletedAt))
    .limit(PURGED_MAX);
}
