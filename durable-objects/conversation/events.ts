import { ERRORS, type ErrorCode } from "#domain/errors.ts";
import type { ServerEvent, StreamError } from "#domain/protocol.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { Turn, TurnRequest } from "./turn-log.ts";

type ErrorDetails = Partial<Omit<StreamError, "type" | "code" | "status">>;

export function errorEvent(code: ErrorCode, details: ErrorDetails = {}): ServerEvent {
  const { status, message } = ERRORS[code];
  return { type: "stream-error", code, status, message, ...details };
}

/** A refused request gives the person's text back. */
export function refusal(code: ErrorCode, { kind, requestId, content }: TurnRequest): ServerEvent {
  return errorEvent(code, kind === "message" ? { requestId, restoredText: content } : { requestId });
}

export function acceptedEvent(requestId: string, message: MessageRow, tree: MessageTree): ServerEvent {
  return { type: "message-accepted", requestId, message: tree.toMessage(message) };
}

/** How a turn ended, as its readers are told. `reply`: what was kept of it, if anything. */
export function endEvent(turn: Turn, reply: MessageRow | null, tree: MessageTree): ServerEvent {
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
  const tookBack = turn.userMessageId !== null && userRow === null;
  return errorEvent(turn.errorCode ?? "STREAM_ERROR", {
    requestId: turn.requestId,
    messageId: turn.replyId,
    ...(message ? { partial: message } : {}),
    ...(tookBack ? { restoredText: turn.content, removedMessageId: turn.userMessageId ?? undefined } : {}),
  });
}
