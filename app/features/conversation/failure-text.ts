import { type LimitReached, namedLimit } from "#app/features/billing/limits.ts";
import type { Failure, TurnKind } from "./live/conversation-state.ts";
import { RefusedError } from "./refused-error.ts";

/** How a failed request is shown: a dialog for a limit of the plan, else a toast; nothing for what was wanted. */
export type FailureText =
  | { show: "nothing" }
  | ({ show: "dialog" } & LimitReached)
  | { show: "toast"; text: string; description?: string; duration?: number };

const SEND_FAILED_MS = 15_000; // the specification's time: long enough to be read after looking up

const FAILED: Record<TurnKind, string> = {
  message: "Failed to send message. Please try again.",
  continue: "Failed to continue story. Please try again.",
  regenerate: "Failed to regenerate message. Please try again.",
  opening: "Failed to initialize story. Please try again.",
};

/** The specification's sentences for a turn that failed, and what is safe. */
export function failureText(failure: Failure): FailureText {
  const { code, status, message, kind } = failure;
  if (code === "STREAM_STOPPED") return { show: "nothing" };
  const limit = namedLimit(code, message);
  if (limit !== null) return { show: "dialog", ...limit };
  const description = whatIsSafe(failure);
  if (code === "STREAM_TIMEOUT") {
    return { show: "toast", text: "Stream timed out. Please try again.", description };
  }
  if (status === 402) return { show: "toast", text: message || "An unknown error occurred.", description };
  if (status === 403 || code === "STREAM_IN_PROGRESS" || code === "NOT_CONNECTED")
    return { show: "toast", text: message, description };
  if (failure.keptPartial) return { show: "toast", text: message, description };
  return {
    show: "toast",
    text: FAILED[kind],
    description: description ?? message,
    ...(kind === "message" ? { duration: SEND_FAILED_MS } : {}),
  };
}

/**
 * How a suggestion that did not come is shown. The first is an offer, and its failure stands in the log alone; who asked
 * for another one is told.
 */
export function suggestionFailureText(error: unknown, another: boolean): FailureText {
  if (error instanceof RefusedError && error.code !== null) {
    const limit = namedLimit(error.code, error.message);
    if (limit !== null) return { show: "dialog", ...limit };
  }
  return another
    ? { show: "toast", text: "Failed to regenerate suggestion. Please try again." }
    : { show: "nothing" };
}

function whatIsSafe(failure: Failure): string | undefined {
  if (failure.restoredText !== null) return "Your text is back in the box.";
  if (failure.keptPartial) return "What was written so far is kept.";
  return undefined;
}
