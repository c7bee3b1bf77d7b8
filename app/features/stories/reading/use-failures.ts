import { useCallback, useEffect, useState } from "react";
import type { PlanLimit } from "#app/features/billing/limits.ts";
import { type FailureText, failureText } from "#app/features/conversation/failure-text.ts";
import type { LiveConversation } from "#app/features/conversation/live/use-conversation.ts";
import { showError } from "#app/ui/toast.tsx";

/** Shows what went wrong, once, and gives back what was written. */
export function useFailures(conversation: LiveConversation) {
  const [restored, setRestored] = useState<string | null>(null);
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  const { failureShown } = conversation;
  const { failure } = conversation.state;
  const show = useCallback((text: FailureText) => {
    if (text.show === "dialog") setLimit(text.limit);
    if (text.show === "toast") showError(text.text, text);
  }, []);
  useEffect(() => {
    if (failure === null) return;
    const text = failureText(failure);
    if (failure.kind === "opening") {
      // The screen of the opening shows it until the next try.
      if (text.show === "dialog") setLimit(text.limit);
      return;
    }
    show(text);
    if (failure.restoredText !== null) setRestored(failure.restoredText);
    failureShown();
  }, [failure, failureShown, show]);
  const onRestored = useCallback(() => setRestored(null), []);
  const onLimitRead = useCallback(() => setLimit(null), []);
  return { restored, onRestored, limit, onLimitRead, show };
}
