import { isConfirmed, RECENT_SIGN_IN_MS } from "#domain/account-deletion.ts";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import type { AccountDeletionObject } from "#durable-objects/account-deletion.ts";
import { describeError } from "../logging.ts";
import type { SharedParts } from "../services.ts";
import { beginDeletion } from "./store.ts";

type AccountDeletionParts = Pick<
  SharedParts,
  "caller" | "accounts" | "database" | "liveSessions" | "now" | "log"
> & {
  objects: DurableObjectNamespace<AccountDeletionObject>;
};

/** Deletes the caller's account. A job does the work, see `AccountDeletionObject`. */
export class AccountDeletionService {
  readonly #parts: AccountDeletionParts;

  constructor(parts: AccountDeletionParts) {
    this.#parts = parts;
  }

  /** Whether the caller signed in recently enough for a deletion. */
  isSignInRecent(): boolean {
    const { caller, now } = this.#parts;
    const signedInAt = caller?.signedInAt ?? null;
    return signedInAt !== null && now().getTime() - signedInAt < RECENT_SIGN_IN_MS;
  }

  /**
   * Begins the deletion. When this returns, everything of the caller is hidden and every session has ended. Throws
   * UNAUTHENTICATED, INVALID_INPUT for a wrong confirmation, SIGN_IN_AGAIN, ACCOUNT_BEING_DELETED.
   */
  async request(confirmation: string): Promise<void> {
    const { accounts, database, objects, liveSessions, now, log } = this.#parts;
    const { id: userId, email } = await accounts.get(accounts.ownerId);
    if (!isConfirmed(confirmation, email)) {
      throw new AppError("INVALID_INPUT", {
        message: "This is not what we asked you to type.",
        field: "confirmation",
      });
    }
    if (!this.isSignInRecent()) throw new AppError("SIGN_IN_AGAIN");

    const id = createId();
    const job = objects.getByName(id);
    // The job comes first: it then also finishes a deletion whose request crashes right after the next statement.
    await job.prepare(id, database.shard);
    if (!(await beginDeletion(database.db, { id, userId, requestedAt: now().toISOString() }))) {
      throw new AppError("ACCOUNT_BEING_DELETED");
    }
    log("info", "account.deletion-requested", { deletionId: id });
    accounts.forget();
    const results = await Promise.allSettled([liveSessions.closeAll(userId), job.start(id, database.shard)]);
    for (const result of results) {
      // The deletion has begun even if this fails: the job's alarm closes the open sockets and does the rest.
      if (result.status === "rejected") {
        log("warn", "account.deletion-late", { deletionId: id, ...describeError(result.reason) });
      }
    }
  }
}
