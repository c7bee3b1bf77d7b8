import type { ConversationSummary } from "./conversation-kind.ts";
import type { MessageTree } from "./message-tree.ts";
import type { Outbox } from "./outbox.ts";
import type { ConversationRecord } from "./record.ts";

/** What D1 shows of a conversation. */
export type ShownRow = Pick<ConversationSummary, "projection" | "lastMessageId" | "messageCount">;
/** `empty`: the row knows of text, and there is none here. `renewed`: the row was behind, and is told again. */
export type RowComparison = "agrees" | "renewed" | "empty";

type ComparisonParts = {
  record: Pick<ConversationRecord, "get" | "raiseProjection">;
  tree: Pick<MessageTree, "head">;
  outbox: Pick<Outbox, "addProjection" | "nextDue">;
  /** A turn is active: the row will be told at its end. */
  isBusy: boolean;
};

/**
 * Compares a conversation with its row in D1, and asks for a delivery where the row is behind. Its number is raised above the row's:
 * after either side was restored from an earlier state, the row might have the higher one and drop what it is told.
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
