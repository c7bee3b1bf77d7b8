import { useCallback, useEffect, useRef, useState } from "react";
import type { PlanLimit } from "#app/features/billing/limits.ts";
import { useReaderId } from "#app/features/layout/use-reader-id.ts";
import { showError } from "#app/ui/toast.tsx";
import { type FAILED_IN_CHAT, type FailureText, toFailureText } from "./failure-text.ts";
import { restoreToKeptDraft } from "./input-bar/kept-draft.ts";
import type { LiveConversation } from "./live/use-conversation.ts";

/** Shows what went wrong, once, and gives back what was written and not sent. */
export function useFailures(
  conversation: LiveConversation,
  { conversationId, failed }: { conversationId: string; failed?: typeof FAILED_IN_CHAT },
) {
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
  // Without a box, such as in a story that was archived meanwhile, nobody has taken the text back when the page is left.
  const readerId = useReaderId();
  const untaken = useRef<string | null>(null);
  useEffect(() => {
    untaken.current = restored;
  }, [restored]);
  useEffect(
    () => () => {
      if (untaken.current !== null) restoreToKeptDraft(readerId, conversationId, untaken.current);
    },
    [readerId, conversationId],
  );
  const onRestored = useCallback(() => setRestored(null), []);
  const onLimitRead = useCallback(() => setLimit(null), []);
  return { restored, onRestored, limit, onLimitRead, show };
}
