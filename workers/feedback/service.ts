import { AppError } from "#domain/errors.ts";
import type { FeedbackReceipt } from "#domain/feedback.ts";
import { createId } from "#domain/ids.ts";
import { countSecondsUntilRoom, FEEDBACK_LIMIT } from "#domain/rate-limits.ts";
import type { Database } from "../db/client.ts";
import type { DailyLimit } from "../http/daily-limit.ts";
import type { SharedParts } from "../services.ts";
import { findFirstFeedback, insertFeedbackWithin } from "./store.ts";

type FeedbackServiceParts = Pick<SharedParts, "accounts" | "clientIp" | "now"> & {
  directory: Database;
  reports: DailyLimit;
};

/** What people tell the team. */
export class FeedbackService {
  readonly #parts: FeedbackServiceParts;

  constructor(parts: FeedbackServiceParts) {
    this.#parts = parts;
  }

  /**
   * Stores what a reader says about a reading copy, so that the operator can look at it and revoke it. Readers need no account, so the
   * reports are limited for each copy and for each network. Throws RATE_LIMITED above a limit.
   */
  async report({
    shareId,
    storyId,
    reason,
  }: {
    shareId: string;
    storyId: string;
    reason: string;
  }): Promise<void> {
    await this.#parts.reports.take(this.#parts.clientIp);
    const feedback = `Report of reading copy ${shareId} of story ${storyId}:\n\n${reason}`;
    await this.#insert({ userId: `share:${shareId}`, userEmail: null, feedback });
  }

  /**
   * Stores the caller's words, with the verified e-mail address of their account so that they can be answered. Throws
   * UNAUTHENTICATED, CONSENT_REQUIRED, or RATE_LIMITED above `FEEDBACK_LIMIT`.
   */
  async submit(text: string): Promise<FeedbackReceipt> {
    const user = await this.#parts.accounts.requireConsented();
    return this.#insert({ userId: user.id, userEmail: user.email, feedback: text });
  }

  async #insert(from: {
    userId: string;
    userEmail: string | null;
    feedback: string;
  }): Promise<FeedbackReceipt> {
    const { directory } = this.#parts;
    const now = this.#parts.now();
    const row = { id: createId(), ...from, createdAt: now.toISOString() };
    const { limit, windowS } = FEEDBACK_LIMIT;
    const since = new Date(now.getTime() - windowS * 1000).toISOString();
    if (!(await insertFeedbackWithin(directory, row, { limit, since }))) {
      const first = await findFirstFeedback(directory, row.userId, since);
      const retryAfterSeconds = countSecondsUntilRoom(first, windowS * 1000, now);
      throw new AppError("RATE_LIMITED", { retryAfterSeconds });
    }
    return { feedbackId: row.id, createdAt: row.createdAt };
  }
}
