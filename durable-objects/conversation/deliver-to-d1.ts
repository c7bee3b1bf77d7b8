import { truncateCharacters } from "#domain/text.ts";
import type { ConversationParts } from "./conversation.ts";
import type { ConversationSummary } from "./conversation-kind.ts";
import type { MessageTree } from "./message-tree.ts";
import type { OutboxRow } from "./outbox.ts";
import type { ConversationRow } from "./record.ts";
import { toSettlement } from "./schema.ts";

/** Characters of the last message, for lists. */
const LAST_MESSAGE_MAX = 200;

type DeliveryParts = Pick<ConversationParts, "kind" | "record" | "tree">;

/**
 * Delivers rows of the outbox to D1 in one batch: the settlements of replies, and the projection that lists show. The kind also removes pictures
 * whose messages are deleted.
 */
export async function deliverToD1(rows: readonly OutboxRow[], parts: DeliveryParts): Promise<void> {
  const row = parts.record.get();
  if (!row) return;
  const settlements = rows.flatMap(({ topic, replyId }) => {
    const settlement = toSettlement(topic);
    return settlement === null || replyId === null ? [] : [{ replyId, settlement }];
  });
  const summary = rows.some(({ topic }) => topic === "project") ? summarise(row, parts.tree) : null;
  const pictures = rows.flatMap(({ topic, replyId }) => (topic === "picture" ? (replyId ?? []) : []));
  await parts.kind.deliver(row, { settlements, summary, pictures });
}

function summarise(
  { projection, headId, exchangeCount }: ConversationRow,
  tree: MessageTree,
): ConversationSummary {
  const head = headId === null ? null : tree.get(headId);
  return {
    projection,
    lastMessageId: head?.id ?? null,
    lastMessageRole: head?.role ?? null,
    lastMessage: head && truncateCharacters(head.content, LAST_MESSAGE_MAX),
    messageCount: head?.depth ?? 0,
    exchangeCount,
    updatedAt: head?.timestamp ?? new Date().toISOString(),
  };
}
