import { describeError, logLine } from "#workers/logging.ts";
import type { GenerationEnd } from "./generation.ts";
import type { Turn } from "./turn-log.ts";

/** Logs the end of a turn in one line; times are milliseconds since the request came. */
export function reportTurn(turn: Turn, end: GenerationEnd, rowsWritten: number): void {
  logLine(end.errorCode === null ? "info" : "warn", "turn", {
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

/** Logs a fault in a turn. Readers get a code only. */
export function reportFault(event: string, turn: Turn, error: unknown): void {
  logLine("error", event, { requestId: turn.requestId, userId: turn.userId, ...describeError(error) });
}
