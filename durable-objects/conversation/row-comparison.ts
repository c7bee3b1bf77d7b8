import type { ConversationParts } from "./conversation.ts";
import type { ConversationSummary } from "./conversation-kind.ts";

/** What D1 shows of a conversation. `deletedAt`: when it was deleted there; absent from callers of an earlier version. */
export type ShownRow = Pick<ConversationSummary, "projection" | "lastMessageId" | "messageCount"> & {
  deletedAt?: string | null;
};
/**
 * `empty`: the row says that there are messages, but the object has none. `renewed`: the row was out of date and is sent again, or the
 * object was closed although the row is not deleted, and is open again.
 */
export type RowComparison = "agrees" | "renewed" | "empty";

/** A deletion closes the object right after it has marked the row. */
const CLOSED_LATELY_MS = 3_600_000;

/**
 * Whether the object is closed, as after a deletion, although the row is not deleted: a restoration has not reached the object, or D1
 * was restored to a time before the deletion.
 */
export function isWronglyClosed({ deletedAt }: ShownRow, closedAt: number | null): boolean {
  return deletedAt === null && closedAt !== null && closedAt < Date.now() - CLOSED_LATELY_MS;
}

type ComparisonParts = Pick<ConversationParts, "record" | "tree" | "outbox" | "isBusy">;

/**
 * Compares a conversation with its row in D1, and sends the row again if it is out of date. The projection's number is raised above
 * the row's: if one side was restored from a backup, the row may have the higher number and would ignore the update.
 */
export function compareWithRow(
  row: ShownRow,
  { record, tree, outbox, isBusy }: ComparisonParts,
): RowComparison {
  const own = record.get();
  const head = own && tree.head();
  if (!head) return row.messageCount === 0 ? "agrees" : "empty";
  if (isBusy() || outbox.nextDue() !== null) return "agrees";
  if (head.id === row.lastMessageId && head.depth === row.messageCount) return "agrees";
  record.raiseProjection(row.projection);
  outbox.addProjection();
  return "renewed";
}
