import { useCallback, useEffect, useState } from "react";
import type { PlanLimit } from "#app/features/billing/limits.ts";
import { showError } from "#app/ui/toast.tsx";
import { type FAILED_IN_CHAT, type FailureText, toFailureText } from "./failure-text.ts";
import type { LiveConversation } from "./live/use-conversation.ts";

/** Shows what went wrong, once, and gives back what was written and not sent. */
export function useFailures(conversation: LiveConversation, failed?: typeof FAILED_IN_CHAT) {
  const [restored, setRestored] = useState<string | null>(null);
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const { failureShown, returned } = conversation;
  const { failure } = conversation.state;
  const show = useCallback((text: FailureText) => {
    if (text.show === "dialog") setLimit(text.limit);
    if (text.show === "toast") showError(text.text, text);
  }, []);
  useEffect(() => {
    if (failure === null) return;
    const text = toFailureText(failure, failed);
    if (failure.kind === "opening") {
      // The screen of the opening shows it until the next try.
      if (text.show === "dialog") setLimit(text.limit);
      return;
    }
    show(text);
    if (failure.restoredText !== null) setRestored(failure.restoredText);
    failureShown();
  }, [failure, failed, failureShown, show]);
  useEffect(() => {
    if (returned !== null) setRestored(returned);
  }, [returned]);
  const onRestored = useCallback(() => setRestored(null), []);
  const onLimitRead = useCallback(() => setLimit(null), []);
  return { restored, onRestored, limit, onLimitRead, show };
}
