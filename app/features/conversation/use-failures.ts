import { useCallback, useEffect, useState } from "react";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { showLimit } from "#app/features/billing/limit-notice.tsx";
import { hasOwnTitle, isPlanLimit, type PlanLimit } from "#app/features/billing/limits.ts";
import { showError } from "#app/ui/show-toast.tsx";
import { AppError, ERRORS, type ErrorCode } from "#domain/errors.ts";
import { TURN_KINDS, type TurnKind } from "#domain/turn-kinds.ts";
import { restoreToKeptDraft } from "./input-bar/draft.ts";
import type { TurnFailure } from "./live/conversation-state.ts";
import type { LiveConversation } from "./live/use-conversation.ts";

export type Failures = ReturnType<typeof useFailures>;

/** Shows what went wrong, once, and gives back what was written and not sent. */
export function useFailures(conversation: LiveConversation, failed?: typeof FAILED_IN_CHAT) {
  const [restored, setRestored] = useState<string | null>(null);
  /** What the plan has refused last. */
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const readerId = useReaderId();
  const { id, failureShown, returned } = conversation;
  const { failure } = conversation.state;
  const show = useCallback((text: FailureText) => {
    if (text.show === "toast") showError(text.text, text);
    if (text.show !== "dialog") return;
    showLimit(text.limit);
    setLimit(text.limit);
  }, []);
  useEffect(() => {
    if (failure === null) return;
    const text = toFailureText(failure, failed);
    if (failure.kind === "opening") {
      // The screen of the opening shows it until the next try.
      if (text.show === "dialog") show(text);
      return;
    }
    show(text);
    if (failure.restoredText !== null) {
      restoreToKeptDraft(readerId, id, failure.restoredText);
      setRestored(failure.restoredText);
    }
    failureShown();
  }, [failure, failed, failureShown, show, readerId, id]);
  useEffect(() => {
    if (returned !== null) setRestored(returned);
  }, [returned]);
  const onRestored = useCallback(() => setRestored(null), []);
  return { restored, onRestored, limit, show };
}

/** How a failed request is shown: a dialog for a limit of the plan, else a toast; nothing for what was wanted. */
type FailureText =
  | { show: "nothing" }
  | { show: "dialog"; limit: PlanLimit }
  | { show: "toast"; text: string; description?: string; duration?: number };

const SEND_FAILED_MS = 15_000; // the specification's time: long enough to be read after looking up

/** What the model did instead of writing; its own sentence says more than "Failed". */
const OF_THE_MODEL: ReadonlySet<ErrorCode> = new Set(["MODEL_REFUSED", "REPEATED_REPLY", "THOUGHTS_ONLY"]);

/** Its own sentence says what to do. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "STREAM_IN_PROGRESS",
  "MOVED_ON",
  "NOT_CONNECTED",
  "STREAM_STOPPED_CHARGED",
]);

/** The specification words a message to a character that failed in another way. */
export const FAILED_IN_CHAT: Partial<Record<TurnKind, string>> = { message: "Failed to send message" };

/** The specification's sentences for a turn that failed, and what is safe. */
export function toFailureText(failure: TurnFailure, failed: typeof FAILED_IN_CHAT = {}): FailureText {
  const { code, message, kind } = failure;
  const { status } = ERRORS[code];
  if (kind === null) return { show: "toast", text: message };
  if (code === "STREAM_STOPPED") return { show: "nothing" };
  if (hasOwnTitle(failure)) return { show: "dialog", limit: { code, message } };
  const description = whatIsSafe(failure);
  if (code === "STREAM_TIMEOUT") {
    return { show: "toast", text: "Stream timed out. Please try again.", description };
  }
  if (OF_THE_MODEL.has(code)) return { show: "toast", text: message, description, duration: SEND_FAILED_MS };
  const isRefusal = status === 403 || status === 429 || isPlanLimit(failure) || REFUSALS.has(code);
  if (isRefusal || failure.keptPartial)
    return { show: "toast", text: message || "An unknown error occurred.", description };
  return {
    show: "toast",
    text: failed[kind] ?? TURN_KINDS[kind].failed,
    description: description ?? message,
    ...(kind === "message" ? { duration: SEND_FAILED_MS } : {}),
  };
}

/**
 * How a failed suggestion is shown. The first one is an offer, so its failure is only logged; if the person asked for
 * another one, they see the failure.
 */
export function toSuggestionFailureText(error: unknown, another: boolean): FailureText {
  if (error instanceof AppError && hasOwnTitle(error)) return { show: "dialog", limit: error };
  if (error instanceof AppError && error.retryAfterSeconds !== null)
    return { show: "toast", text: error.message };
  return another
    ? { show: "toast", text: "Failed to regenerate suggestion. Please try again." }
    : { show: "nothing" };
}

function whatIsSafe(failure: TurnFailure): string | undefined {
  if (failure.restoredText !== null) return "Your text is back in the box.";
  if (failure.keptPartial) return "What was written so far is kept.";
  return undefined;
}
