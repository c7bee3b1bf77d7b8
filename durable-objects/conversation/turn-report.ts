import type { ErrorCode } from "#domain/errors.ts";
import { describeError, logLine } from "#workers/logging.ts";
import type { ConversationRow } from "./record.ts";
import type { AttemptEnd } from "./reply-attempt.ts";
import type { Turn } from "./turn-store.ts";

type Where = Pick<ConversationRow, "conversationId"> | null;

/** Logs the end of a turn in one line; times are milliseconds since the request came. */
export function reportTurn(turn: Turn, where: Where, end: AttemptEnd, rowsWritten: number): void {
  logLine(end.errorCode === null ? "info" : "warn", "turn", {
    conversationId: where?.conversationId,
    requestId: turn.requestId,
    userId: turn.userId,
    kind: turn.kind,
    state: end.state,
    code: end.errorCode,
    attempt: turn.attempt,
    msAccepted: turn.acceptedAt === null ? null : turn.acceptedAt - turn.askedAt,
    msFirstDelta: end.firstDeltaAt === null ? null : end.firstDeltaAt - turn.askedAt,
    ms: Date.now() - turn.askedAt,
    length: end.text.length,
    cut: end.cut,
    rowsWritten,
    ...end.usage,
  });
}

/** Why a speculative call was wasted: the turn was refused, its prompt's facts have changed, or the turn has already ended. */
type Waste = { because: "refused" | "outdated" | "over"; code?: ErrorCode };

export function reportWastedCall(turn: Turn, { because, code }: Waste): void {
  logLine("info", "turn.call-wasted", {
    requestId: turn.requestId,
    userId: turn.userId,
    because,
    code: code ?? null,
    ms: Date.now() - turn.askedAt,
  });
}

/** Logs a fault in a turn. Readers get a code only. */
export function reportFault(event: string, turn: Turn, where: Where, error: unknown): void {
  const { requestId, userId } = turn;
  logLine("error", event, {
    conversationId: where?.conversationId,
    requestId,
    userId,
    ...describeError(error),
  });
}
