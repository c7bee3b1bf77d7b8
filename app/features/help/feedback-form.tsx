import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { joinTexts, keepUnsent, readUnsent, reclaimUnsent } from "#app/features/storage/unsent-text.ts";
import { Button } from "#app/ui/button.tsx";
import { TEXT_CONTROL } from "#app/ui/field.tsx";
import { showError, showSuccess } from "#app/ui/toast.tsx";
import { FEEDBACK_MAX, feedbackReceiptSchema } from "#domain/feedback.ts";

/** The form for feedback to the team. */
export function FeedbackForm({ readerId }: { readerId: string }) {
  const { box, text, unsent, isSending, canSubmit, write, putBack, submit } = useFeedback(readerId);
  return (
    <form
      className="stack gap-12"
      data-needs-script=""
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
        onChange={(event) => write(event.target.value)}
      />
      {unsent !== "" && (
        <p className="spread gap-12 small marked">
          Your last words did not arrive.
          <Button onClick={putBack}>Put it back</Button>
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" look="primary" disabled={!canSubmit}>
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
 * Feedback that has not arrived: `draft` is the text in the box, `unsent` is what was sent and failed. Stored by the id of
 * its writer.
 */
type Part = "draft" | "unsent";

const toKey = (readerId: string, part: Part) => `talespark:feedback-${part}:${readerId}`;

/**
 * The feedback box. It is cleared after every attempt, as specified. Text that did not arrive is kept beside it until
 * it is put back or another text is sent.
 */
function useFeedback(readerId: string) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const [unsent, setUnsent] = useState("");
  const [isSending, setSending] = useState(false);

  useEffect(() => {
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
  const changeUnsent = useCallback(
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
    changeUnsent("");
    box.current?.focus();
  }, [readerId, write, changeUnsent]);

  async function submit(): Promise<void> {
    const words = text.trim();
    if (words === "" || isSending) return;
    setSending(true);
    try {
      await callApi("POST", "/api/feedback", feedbackReceiptSchema, { body: { feedback: words } });
      changeUnsent("");
      showSuccess("Feedback submitted successfully");
    } catch (error) {
      changeUnsent(words);
      showError("Failed to submit feedback", {
        description: `${asFailure(error).message} Your words are kept.`,
        action: { label: "Put it back", onClick: putBack },
      });
    }
    write("");
    setSending(false);
  }

  const canSubmit = text.trim() !== "" && !isSending;
  return { box, text, unsent, isSending, canSubmit, write, putBack, submit };
}

function readKeptFeedback(readerId: string, part: Part): string {
  return readUnsent(toKey(readerId, part)) ?? "";
}

/** Takes over what a closed tab has left. */
async function reclaimFeedback(readerId: string, part: Part): Promise<string> {
  return (await reclaimUnsent(readerId, toKey(readerId, part))) ?? "";
}

function keepFeedback(readerId: string, part: Part, text: string): void {
  keepUnsent(readerId, toKey(readerId, part), text === "" ? null : text);
}
