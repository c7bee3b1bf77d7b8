import type { ConversationSummary } from "./conversation-kind.ts";
import type { MessageTree } from "./message-tree.ts";
import type { Outbox } from "./outbox.ts";
import type { ConversationRecord } from "./record.ts";

/** What D1 shows of a conversation. */
export type ShownRow = Pick<ConversationSummary, "projection" | "lastMessageId" | "messageCount">;
/** `empty`: the row says that there are messages, but the object has none. `renewed`: the row was out of date and is sent again. */
export type RowComparison = "agrees" | "renewed" | "empty";

type ComparisonParts = {
  record: Pick<ConversationRecord, "get" | "raiseProjection">;
  tree: Pick<MessageTree, "head">;
  outbox: Pick<Outbox, "addProjection" | "nextDue">;
  /** A turn is active: its end updates the row. */
  isBusy: boolean;
};

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
  if (isBusy || outbox.nextDue() !== null) return "agrees";
  if (head.id === row.lastMessageId && head.depth === row.messageCount) return "agrees";
  record.raiseProjection(row.projection);
  outbox.addProjection();
  return "renewed";
}
