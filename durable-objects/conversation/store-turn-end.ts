import type { PromptParts } from "#domain/last-prompt.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import { TURN_KINDS } from "#domain/turn-kinds.ts";
import type { ConversationParts } from "./conversation.ts";
import { endEvent } from "./events.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { AttemptEnd } from "./reply-attempt.ts";
import type { Settlement } from "./schema.ts";
import type { Turn } from "./turn-store.ts";

export type TurnEndParts = Pick<
  ConversationParts,
  "kind" | "record" | "tree" | "turns" | "outbox" | "jobs" | "prompts" | "readers"
>;

/**
 * Stores the end of a turn, and returns the event that tells readers of it. Call it in a transaction. `countPromptParts`: absent if
 * this instance has asked no model.
 */
export function storeTurnEnd(
  turn: Turn,
  end: AttemptEnd,
  countPromptParts: (() => PromptParts) | undefined,
  parts: TurnEndParts,
): ServerEvent {
  const { turns, record, outbox, tree, jobs, prompts } = parts;
  const { countsAsExchange, oncePerConversation } = TURN_KINDS[turn.kind];
  const { state } = end;
  const reply = end.text.trim() === "" ? null : storeReply(turn, end, parts);
  const settlement = chooseSettlement(turn, reply, state);
  const isChargedStop = reply === null && settlement === "charge";
  const errorCode = isChargedStop ? "STREAM_STOPPED_CHARGED" : end.errorCode;
  if (reply === null) takeBackMessage(turn, end, tree);
  turns.end(turn.requestId, { state, errorCode });
  record.endTurn({ headId: reply?.id ?? null, countsAsExchange: countsAsExchange && state === "complete" });
  if (reply === null && oncePerConversation) record.setOpening(null); // it may be asked for again
  outbox.add(settlement, turn.replyId);
  outbox.addProjection();
  if (reply !== null) jobs.addAfter(reply, turn);
  if (countPromptParts !== undefined) prompts.save(turn, end, countPromptParts(), reply);
  const told = turn.userMessageId === null ? null : tree.get(turn.userMessageId);
  // Nothing else has changed the tree since the turn began, so both are the newest versions.
  return endEvent(
    { ...turn, state, errorCode },
    reply && tree.toNewestMessage(reply),
    told && tree.toNewestMessage(told),
  );
}

function storeReply(turn: Turn, end: AttemptEnd, { kind, tree, readers }: TurnEndParts): MessageRow {
  const { carries } = TURN_KINDS[turn.kind];
  const reply = tree.append({
    id: turn.replyId,
    parentId: turn.parentId,
    role: "assistant",
    content: end.text,
    status: end.state === "complete" ? "complete" : "interrupted",
    model: end.model,
    wish: carries === "wish" && turn.content !== "" ? turn.content : null,
    analysis: kind.analysis?.analyse(end.text) ?? null,
  });
  tree.leaveBranchFor(reply);
  if (!readers.isOpen) kind.unread?.count(reply);
  return reply;
}

/** Nothing was written. What the person wrote goes back to them, unless they may still want the reply. */
function takeBackMessage(turn: Turn, end: AttemptEnd, tree: MessageTree): void {
  if (turn.userMessageId === null || end.state === "interrupted") return;
  // A turn that an earlier version has accepted does not know the head; it went on from it.
  const headId = turn.headBeforeId ?? tree.get(turn.userMessageId)?.parentId ?? null;
  tree.remove(turn.userMessageId);
  tree.moveHead(headId);
}

/**
 * A reply with text is charged. A failure without text is free. A few stops without text are free each hour, those by a deletion too;
 * further stops are charged, because the model was called.
 */
function chooseSettlement(turn: Turn, reply: MessageRow | null, state: AttemptEnd["state"]): Settlement {
  if (reply !== null) return "charge";
  if (state !== "stopped") return "refund";
  return turn.isStopFree ? "free-stop" : "charge";
}
