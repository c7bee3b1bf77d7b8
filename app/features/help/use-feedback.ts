import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { joinTexts } from "#app/features/storage/unsent-text.ts";
import { showError, showSuccess } from "#app/ui/toast.tsx";
import { feedbackReceiptSchema } from "#domain/feedback.ts";
import { keepFeedback, readKeptFeedback, reclaimFeedback } from "./kept-feedback.ts";

const BETWEEN = "\n\n";

/**
 * The feedback box. It is cleared after every attempt, as specified. Text that did not arrive is kept beside it until
 * it is put back or another text is sent. `beginning`: the initial text.
 */
export function useFeedback(readerId: string, beginning: string) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(beginning);
  const [unsent, setUnsent] = useState("");
  const [isSending, setSending] = useState(false);
  // Before hydration the button is enabled, and the browser itself requires a text.
  const [isAlive, setAlive] = useState(false);

  useEffect(() => {
    setAlive(true);
    const typed = box.current?.value ?? "";
    setText(typed || readKeptFeedback(readerId, "draft"));
    if (typed !== "") keepFeedback(readerId, "draft", typed); // before the text of a closed tab is looked for
    setUnsent(readKeptFeedback(readerId, "unsent"));
    // What a closed tab has left: nothing where this one has something of its own.
    void reclaimFeedback(readerId, "draft").then((text) =>
      setText((typed) => joinTexts(text, typed, BETWEEN)),
    );
    void reclaimFeedback(readerId, "unsent").then((text) =>
      setUnsent((own) => joinTexts(text, own, BETWEEN)),
    );
  }, [readerId]);

  const write = useCallback(
    (next: string) => {
      setText(next);
      keepFeedback(readerId, "draft", next);
    },
    [readerId],
  );
  const keepUnsent = useCallback(
    (next: string) => {
      setUnsent(next);
      keepFeedback(readerId, "unsent", next);
    },
    [readerId],
  );

  const putBack = useCallback(() => {
    const words = readKeptFeedback(readerId, "unsent");
    const typed = box.current?.value ?? "";
    write(joinTexts(words, typed, BETWEEN));
    keepUnsent("");
    box.current?.focus();
  }, [readerId, write, keepUnsent]);

  async function submit(): Promise<void> {
    const words = text.trim();
    if (words === "" || isSending) return;
    setSending(true);
    try {
      await callApi("POST", "/api/feedback", feedbackReceiptSchema, { body: { feedback: words } });
      keepUnsent("");
      showSuccess("Feedback submitted successfully");
    } catch (error) {
      keepUnsent(words);
      showError("Failed to submit feedback", {
        description: `${asFailure(error).message} Your words are kept.`,
        action: { label: "Put it back", onClick: putBack },
      });
    }
    write("");
    setSending(false);
  }

  const canSubmit = !isAlive || (text.trim() !== "" && !isSending);
  return { box, text, unsent, isSending, canSubmit, write, putBack, submit };
}
