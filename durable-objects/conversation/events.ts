import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { Message } from "#domain/message.ts";
import type { ServerEvent, StreamError } from "#domain/protocol.ts";
import { TURN_KINDS } from "#domain/turn-kinds.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { Turn, TurnRequest } from "./turn-store.ts";

type MessageReader = Pick<MessageTree, "get" | "toMessage">;
type ErrorDetails = Partial<Omit<StreamError, "type" | "code" | "status">>;

export function errorEvent(code: ErrorCode, details: ErrorDetails = {}): ServerEvent {
  const { status, message } = new AppError(code, { retryAfterSeconds: details.retryAfterSeconds ?? null });
  return { type: "stream-error", code, status, message, ...details };
}

/** A refused request gives the person's text back. */
export function refusedEvent(
  code: ErrorCode,
  { kind, requestId, content }: TurnRequest,
  details: Pick<ErrorDetails, "retryAfterSeconds"> = {},
): ServerEvent {
  const carriesMessage = TURN_KINDS[kind].carries === "message";
  return errorEvent(code, { ...details, requestId, ...(carriesMessage ? { restoredText: content } : {}) });
}

export function acceptedEvent(requestId: string, message: Message): ServerEvent {
  return { type: "message-accepted", requestId, message };
}

/** The reply of a turn that is on disk begins. */
export function startEvent({ requestId, replyId, parentId }: Turn): ServerEvent {
  return { type: "stream-start", requestId, messageId: replyId, parentId };
}

/** How a turn ended. `reply`: what was kept of it, if anything. */
export function endEvent(turn: Turn, reply: MessageRow | null, tree: MessageReader): ServerEvent {
  const message = reply && tree.toMessage(reply);
  const userRow = turn.userMessageId === null ? null : tree.get(turn.userMessageId);
  if (message && (turn.state === "complete" || turn.state === "stopped")) {
    return {
      type: "stream-complete",
      requestId: turn.requestId,
      messageId: message.messageId,
      message,
      ...(userRow ? { userMessage: tree.toMessage(userRow) } : {}),
      analysis: message.metadata.analysis,
    };
  }
  const isRemoved = turn.userMessageId !== null && userRow === null;
  return errorEvent(turn.errorCode ?? "STREAM_ERROR", {
    requestId: turn.requestId,
    messageId: turn.replyId,
    ...(message ? { partial: message } : {}),
    ...(isRemoved ? { restoredText: turn.content, removedMessageId: turn.userMessageId ?? undefined } : {}),
  });
}

/** How a turn ended, for a caller without a connection. */
export type TurnOutcome =
  | { ok: true; message: Message }
  | { ok: false; code: ErrorCode; retryAfterSeconds: number | null };
export type TurnRefusal = Extract<TurnOutcome, { ok: false }>;

/**
 * The outcome of a request, as an event reports it; `null`: the event does not report it. An interrupted reply that was kept
 * counts as a reply.
 */
export function toOutcome(event: ServerEvent, requestId: string): TurnOutcome | null {
  if (event.type === "stream-complete" && event.requestId === requestId) {
    return { ok: true, message: event.message };
  }
  if (event.type !== "stream-error" || event.requestId !== requestId) return null;
  const { partial, code, retryAfterSeconds = null } = event;
  return partial ? { ok: true, message: partial } : { ok: false, code, retryAfterSeconds };
}
