import { AppError } from "#domain/errors.ts";
import type { FeedbackReceipt } from "#domain/feedback.ts";
import { createId } from "#domain/ids.ts";
import { countSecondsUntilRoom, FEEDBACK_LIMIT } from "#domain/rate-limits.ts";
import type { AccountService } from "../accounts/service.ts";
import type { Database } from "../db/client.ts";
import { findFirstFeedback, insertFeedbackWithin } from "./store.ts";

type FeedbackServiceParts = { accounts: AccountService; directory: Database; now: () => Date };

/** What people tell the team. */
export class FeedbackService {
  readonly #parts: FeedbackServiceParts;

  constructor(parts: FeedbackServiceParts) {
    this.#parts = parts;
  }

  /**
   * Stores the caller's words, with the verified e-mail address of their account so that they can be answered. Throws
   * UNAUTHENTICATED, CONSENT_REQUIRED, or RATE_LIMITED above `FEEDBACK_LIMIT`.
   */
  async submit(text: string): Promise<FeedbackReceipt> {
    const { accounts, directory } = this.#parts;
    const user = await accounts.requireConsented();
    const now = this.#parts.now();
    const row = {
      id: createId(),
      userId: user.id,
      userEmail: user.email,
      feedback: text,
      createdAt: now.toISOString(),
    };
    const { limit, windowS } = FEEDBACK_LIMIT;
    const since = new Date(now.getTime() - windowS * 1000).toISOString();
    if (!(await insertFeedbackWithin(directory, row, { limit, since }))) {
      const first = await findFirstFeedback(directory, user.id, since);
      const retryAfterSeconds = countSecondsUntilRoom(first, windowS * 1000, now);
      throw new AppError("RATE_LIMITED", { retryAfterSeconds });
    }
    return { feedbackId: row.id, createdAt: row.createdAt };
  }
}
