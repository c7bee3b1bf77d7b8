import * as v from "valibot";

/** The whole request may have 64 KiB; this many characters fit in it in every script. */
export const FEEDBACK_MAX = 10_000;

/**
 * `POST /api/feedback`. `userId` and `userEmail` are accepted for compatibility and ignored: the server knows who is
 * writing.
 */
export const feedbackSchema = v.object({
  feedback: v.pipe(
    v.string("Please write something first."),
    v.trim(),
    v.nonEmpty("Please write something first."),
    v.maxLength(FEEDBACK_MAX, `Feedback must be ${FEEDBACK_MAX} characters or less`),
  ),
  userId: v.nullish(v.string()),
  userEmail: v.nullish(v.string()),
});

/** What the call answers with. */
export const feedbackReceiptSchema = v.object({ feedbackId: v.string(), createdAt: v.string() });
export type FeedbackReceipt = v.InferOutput<typeof feedbackReceiptSchema>;
