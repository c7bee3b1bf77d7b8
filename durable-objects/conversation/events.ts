import { AppError, type ErrorCode, toErrorBody } from "#domain/errors.ts";
import type { Message } from "#domain/message.ts";
import type { ServerEvent, StreamError } from "#domain/protocol.ts";
import { type AskedTurn, TURN_KINDS } from "#domain/turn-kinds.ts";
import type { Turn } from "./turn-store.ts";

type ErrorDetails = Partial<Omit<StreamError, "type" | "code" | "status">>;

export function errorEvent(code: ErrorCode, details: ErrorDetails = {}): ServerEvent {
  const { status, message } = new AppError(code, { retryAfterSeconds: details.retryAfterSeconds ?? null });
  return { type: "stream-error", code, status, message, ...details };
}

/** A refused request gives the person's text back. */
export function refusedEvent(
  code: ErrorCode,
  { kind, requestId, content }: AskedTurn,
  details: Pick<ErrorDetails, "retryAfterSeconds"> = {},
): ServerEvent {
  const carriesMessage = TURN_KINDS[kind].carries === "message";
  return errorEvent(code, { ...details, requestId, ...(carriesMessage ? { restoredText: content } : {}) });
}

/** A refused live request, as the Worker reads it (`ConversationAccess.connect`), which answers the caller. */
export function answerRefusal(error: AppError): Response {
  const { status, retryAfterSeconds } = error;
  const headers = new Headers();
  if (retryAfterSeconds !== null) headers.set("Retry-After", String(retryAfterSeconds));
  return Response.json(toErrorBody(error), { status, headers });
}

export function acceptedEvent(requestId: string, message: Message): ServerEvent {
  return { type: "message-accepted", requestId, message };
}

/** The reply of a turn that is on disk begins. */
export function startEvent({ requestId, replyId, parentId }: Turn): ServerEvent {
  return { type: "stream-start", requestId, messageId: replyId, parentId };
}

/** How a turn ended. `message`: what was kept of the reply, if anything; `userMessage`: what the person wrote, if it is still there. */
export function endEvent(turn: Turn, message: Message | null, userMessage: Message | null): ServerEvent {
  if (message && (turn.state === "complete" || turn.state === "stopped")) {
    return {
      type: "stream-complete",
      requestId: turn.requestId,
      messageId: message.messageId,
      message,
      ...(userMessage ? { userMessage } : {}),
      analysis: message.metadata.analysis,
    };
  }
  const isRemoved = turn.userMessageId !== null && userMessage === null;
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
