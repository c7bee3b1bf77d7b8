import { AppError } from "#domain/errors.ts";
import { FEEDBACK_PER_DAY, type FeedbackReceipt } from "#domain/feedback.ts";
import { createId } from "#domain/ids.ts";
import type { AccountService } from "../accounts/service.ts";
import type { Database } from "../db/client.ts";
import { insertFeedbackWithin } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Somebody who has reached the limit has room again by then, more or less: the oldest ones leave the day one by one. */
const RETRY_AFTER_S = 60 * 60;

/** What people tell the team. */
export class FeedbackService {
  readonly #accounts: AccountService;
  readonly #directory: Database;
  readonly #now: () => Date;

  constructor({
    accounts,
    directory,
    now,
  }: {
    accounts: AccountService;
    directory: Database;
    now: () => Date;
  }) {
    this.#accounts = accounts;
    this.#directory = directory;
    this.#now = now;
  }

  /**
   * Stores the caller's words, with the verified e-mail address of their account so that they can be answered. Throws
   * UNAUTHENTICATED, CONSENT_REQUIRED, or RATE_LIMITED after `FEEDBACK_PER_DAY` within 24 hours.
   */
  async submit(text: string): Promise<FeedbackReceipt> {
    const user = await this.#accounts.requireConsented();
    const now = this.#now();
    const row = {
      id: createId(),
      userId: user.id,
      userEmail: user.email,
      feedback: text,
      createdAt: now.toISOString(),
    };
    const since = new Date(now.getTime() - DAY_MS).toISOString();
    const inserted = await insertFeedbackWithin(this.#directory, row, { limit: FEEDBACK_PER_DAY, since });
    if (!inserted) throw new AppError("RATE_LIMITED", { retryAfterSeconds: RETRY_AFTER_S });
    return { feedbackId: row.id, createdAt: row.createdAt };
  }
}
