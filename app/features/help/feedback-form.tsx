import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import {
  joinTexts,
  keepUnsent,
  readUnsent,
  UNSENT_TEXTS,
  useReclaimed,
} from "#app/features/storage/unsent-text.ts";
import { Button } from "#app/ui/button.tsx";
import { TEXT_CONTROL } from "#app/ui/field.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import { FEEDBACK_MAX, feedbackReceiptSchema } from "#domain/feedback.ts";

/** The form for feedback to the team. */
export function FeedbackForm({ readerId }: { readerId: string }) {
  const { box, text, unsent, isSending, canSubmit, change, putBack, submit } = useFeedback(readerId);
  return (
    <form
      className="stack gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label className="visually-hidden" htmlFor="feedback">
        Your feedback
      </label>
      <textarea
        ref={box}
        id="feedback"
        name="feedback"
        className={TEXT_CONTROL}
        dir="auto"
        required
        maxLength={FEEDBACK_MAX}
        placeholder="What works, what gets in the way, what is missing"
        readOnly={isSending}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      {unsent !== "" && (
        <p className="spread gap-12 small marked">
          Your last words did not arrive.
          <Button onClick={putBack}>Put it back</Button>
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" look="primary" aria-disabled={!canSubmit}>
          Submit
        </Button>
      </div>
      <p className="note">
        Your e-mail address is collected with it, so that we can answer. See the{" "}
        <Link to="/privacy-policy">Privacy Policy</Link> and the <Link to="/terms">Terms</Link>.
      </p>
    </form>
  );
}

const BETWEEN = "\n\n";

/**
 * The feedback box. It is cleared after every attempt, as specified. Text that did not arrive (`unsent`) is kept beside it until it is
 * put back or another text is sent. Both are stored together, by the id of their writer: a reload shows them in the box.
 */
function useFeedback(readerId: string) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [{ text, unsent }, setWords] = useState({ text: "", unsent: "" });
  const [isSending, setSending] = useState(false);
  const key = `talespark:feedback-draft:${readerId}`;

  useEffect(() => {
    const typed = box.current?.value ?? "";
    setWords({ text: typed || (readUnsent(key) ?? ""), unsent: "" });
    if (typed !== "") keepUnsent(readerId, key, typed); // before the text of a closed tab is looked for
  }, [readerId, key]);
  useReclaimed(UNSENT_TEXTS, { readerId, id: key }, (kept) =>
    setWords((before) => ({ ...before, text: joinTexts(kept, before.text, BETWEEN) })),
  );

  function change(typed: string, waiting = unsent): void {
    setWords({ text: typed, unsent: waiting });
    keepUnsent(readerId, key, joinTexts(waiting, typed, BETWEEN) || null);
  }

  function putBack(): void {
    setWords((before) => ({ text: joinTexts(before.unsent, before.text, BETWEEN), unsent: "" }));
    box.current?.focus();
  }

  async function submit(): Promise<void> {
    const words = text.trim();
    if (words === "" || isSending) return;
    setSending(true);
    try {
      await callApi("POST", "/api/feedback", feedbackReceiptSchema, { body: { feedback: words } });
      change("", "");
      showSuccess("Feedback submitted successfully");
    } catch (error) {
      change("", joinTexts(unsent, words, BETWEEN));
      // A button beside the box puts the words back. Without a session the toast offers to sign in.
      showError("Failed to submit feedback", {
        description: `${asFailure(error).message} Your words are kept.`,
      });
    }
    setSending(false);
  }

  const canSubmit = text.trim() !== "" && !isSending;
  return { box, text, unsent, isSending, canSubmit, change, putBack, submit };
}
