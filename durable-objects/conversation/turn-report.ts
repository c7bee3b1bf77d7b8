import { describeError, logLine } from "#workers/logging.ts";
import type { GenerationEnd } from "./generation.ts";
import type { Turn } from "./turn-log.ts";

/** A turn's one line in the log: how it ended and how long it took, in milliseconds since the request came. */
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
    rowsWritten,
    ...end.usage,
  });
}

/** Something that should not have happened in a turn; what it was stands here and nowhere else. */
export function reportFault(event: string, turn: Turn, error: unknown): void {
  logLine("error", event, { requestId: turn.requestId, userId: turn.userId, ...describeError(error) });
}
