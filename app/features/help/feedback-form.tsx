import { Form, Link } from "react-router";
import { Problem } from "#app/features/layout/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { FEEDBACK_MAX } from "#domain/feedback.ts";
import styles from "./feedback-form.module.css";
import { useFeedback } from "./use-feedback.ts";

/** The result of an attempt that was made without JavaScript. */
export type PostedFeedback = { isSent: true } | { isSent: false; problem: string; text: string };

type FeedbackFormProps = { readerId: string; posted: PostedFeedback | null };

/** The form for feedback to the team. */
export function FeedbackForm({ readerId, posted }: FeedbackFormProps) {
  const { box, text, unsent, isSending, canSubmit, write, putBack, submit } = useFeedback(
    readerId,
    posted?.isSent === false ? posted.text : "",
  );
  return (
    <Form
      method="post"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {posted?.isSent === true && <p role="status">Feedback submitted successfully</p>}
      {posted?.isSent === false && <Problem>{posted.problem}</Problem>}
      <label className="visually-hidden" htmlFor="feedback">
        Your feedback
      </label>
      <textarea
        ref={box}
        id="feedback"
        name="feedback"
        className={styles.box}
        dir="auto"
        required
        maxLength={FEEDBACK_MAX}
        placeholder="What works, what gets in the way, what is missing"
        readOnly={isSending}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      {unsent !== "" && (
        <p className={styles.unsent}>
          Your last words did not arrive.
          <Button onClick={putBack}>Put it back</Button>
        </p>
      )}
      <div className={styles.foot}>
        <Button type="submit" look="primary" disabled={!canSubmit}>
          Submit
        </Button>
      </div>
      <p className={styles.notice}>
        Your e-mail address is collected with it, so that we can answer. See the{" "}
        <Link to="/privacy-policy">Privacy Policy</Link> and the <Link to="/terms">Terms</Link>.
      </p>
    </Form>
  );
}
