import { DurableObject } from "cloudflare:workers";
import { findDeletion } from "#workers/account-deletion/store.ts";
import { openShard } from "#workers/db/shards.ts";
import { describeError, logLine } from "#workers/logging.ts";
import { DeletionProgress } from "./account-deletion/progress.ts";
import { DeletionSteps } from "./account-deletion/steps.ts";

/** How long after `prepare` the object checks whether the deletion has begun. */
const PREPARED_MS = 10_000;
/** A run that a crash has ended is continued after this time. */
const WATCH_MS = 10_000;
/** A run that fails is repeated after 5 s, 10 s, 20 s … */
const FIRST_RETRY_MS = 5_000;
/** … and in the end every half hour, for as long as it takes. */
const LAST_RETRY_MS = 30 * 60_000;
/** Longer than any request that was running when the rows were deleted, even one that makes a picture. */
const SETTLE_MS = 10 * 60_000;

/**
 * The deletion of one account. An alarm runs its steps. Each step is safe to repeat, and the object's storage has the
 * current step, so the job continues after any crash. Its row in D1 (`account_deletions`) stays until the end, for the
 * nightly sweep.
 */
export class AccountDeletionObject extends DurableObject<Env> {
  readonly #progress = new DeletionProgress(this.ctx.storage.kv);

  /** Arms the alarm before the deletion begins in D1. If it doesn't begin, the object forgets itself. */
  async prepare(deletionId: string, shard: number): Promise<void> {
    this.#progress.begin(deletionId, shard);
    await this.ctx.storage.setAlarm(Date.now() + PREPARED_MS);
  }

  /** Begins the job, or continues it at once. */
  async start(deletionId: string, shard: number): Promise<void> {
    this.#progress.begin(deletionId, shard);
    await this.ctx.storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    const { deletionId } = this.#progress;
    if (deletionId === null) return;
    await this.ctx.storage.setAlarm(Date.now() + WATCH_MS);
    try {
      await this.#run(deletionId);
    } catch (error) {
      const attempt = this.#progress.countFailure();
      const step = this.#progress.step;
      logLine("warn", "account.deletion-retry", { deletionId, step, attempt, ...describeError(error) });
      const delay = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS);
      await this.ctx.storage.setAlarm(Date.now() + delay);
    }
  }

  async #run(deletionId: string): Promise<void> {
    const deletion = await findDeletion(openShard(this.env, this.#progress.shard), deletionId);
    // `null`: it never began, or all is done and only this object's own end is missing.
    if (deletion === null) return this.#end();
    const steps = new DeletionSteps(this.env, deletion, this.#progress);
    if (this.#progress.step !== "settle") {
      await steps.clear();
      await this.ctx.storage.setAlarm(Date.now() + SETTLE_MS);
      return;
    }
    await steps.settle();
    logLine("info", "account.deleted", { deletionId });
    await this.#end();
  }

  /** A `start` that comes meanwhile waits: its alarm must not be deleted while what it stores stays. */
  async #end(): Promise<void> {
    await this.ctx.blockConcurrencyWhile(async () => {
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
    });
  }
}
