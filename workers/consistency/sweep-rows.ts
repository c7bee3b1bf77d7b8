import { and, asc, gt, isNull, lt } from "drizzle-orm";
import { TABLES_OF_THINGS } from "../db/account-data.ts";
import type { Database } from "../db/client.ts";
import { CONVERSATION_KINDS, type characterChats, type stories } from "../db/schema/index.ts";
import { describeError } from "../logging.ts";
import type { ConversationSweep } from "../nightly.ts";
import { SweepPosition } from "./sweep-position.ts";

/** Rows of each kind in one run: each starts an object. The next run goes on. */
const ROWS_MAX = 200;
/** A row that changed within an hour may be about to change again. */
const LEFT_ALONE_MS = 3_600_000;

type SweepParts = ConversationSweep & { kv: KVNamespace };

/** How many rows were compared, how many were brought up to date, and how many have lost their text. */
export type RowsSwept = { compared: number; renewed: number; empty: number };

/**
 * Compares rows of stories and chats with their objects. If a row is out of date, the object sends it again; if the object is closed, as
 * after a deletion, it is opened again. If a row says that there
 * are messages but the object is empty, this can't repair it: it logs an error with the id (docs/operations.md). The call also starts
 * an object that has lost its alarm, which then sets it again.
 */
export async function sweepRows(parts: SweepParts): Promise<RowsSwept> {
  const swept: RowsSwept = { compared: 0, renewed: 0, empty: 0 };
  for (const kind of CONVERSATION_KINDS) await sweepTable(parts, kind, swept);
  parts.log(swept.empty > 0 ? "error" : "info", "consistency.rows", swept);
  return swept;
}

async function sweepTable(
  { db, shard, objects, kv, now, log }: SweepParts,
  kind: (typeof CONVERSATION_KINDS)[number],
  swept: RowsSwept,
): Promise<void> {
  const position = new SweepPosition(kv, `${kind}-${shard}`);
  const before = new Date(now().getTime() - LEFT_ALONE_MS).toISOString();
  const rows = await listRows(db, TABLES_OF_THINGS[kind], { after: (await position.read()) ?? "", before });
  for (const { id, ...row } of rows) {
    try {
      const stub = objects[kind].getByName(id);
      const found = await stub.compareWithRow(row);
      swept.compared += 1;
      if (found === "renewed") swept.renewed += 1;
      if (found !== "empty") continue;
      swept.empty += 1;
      log("error", "consistency.object-empty", { kind, conversationId: id, messageCount: row.messageCount });
    } catch (error) {
      log("error", "consistency.row-failed", { kind, conversationId: id, ...describeError(error) });
    }
  }
  await position.write(rows.length < ROWS_MAX ? null : (rows.at(-1)?.id ?? null));
}

function listRows(
  db: Database,
  table: typeof stories | typeof characterChats,
  { after, before }: { after: string; before: string },
) {
  const { id, deletedAt, updatedAt, projection, lastMessageId, messageCount } = table;
  return db
    .select({ id, projection, lastMessageId, messageCount, deletedAt })
    .from(table)
    .where(and(gt(id, after), isNull(deletedAt), lt(updatedAt, before)))
    .orderBy(asc(id))
    .limit(ROWS_MAX);
}
