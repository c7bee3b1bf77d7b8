import type { AccountDeletionObject } from "#durable-objects/account-deletion.ts";
import { describeError } from "../logging.ts";
import type { DatabaseSweep } from "../nightly.ts";
import { listOpenDeletions } from "./store.ts";

const HOUR_MS = 3_600_000;
/** A deletion has finished by then, unless something fails again and again. */
const STUCK_AFTER_MS = HOUR_MS;
/** The time that the product promises. */
const PROMISED_MS = 24 * HOUR_MS;
const SWEPT_MAX = 200;

/** `shard`: the number of this database. */
type SweepParts = DatabaseSweep & { shard: number; objects: DurableObjectNamespace<AccountDeletionObject> };

/**
 * Restarts deletions that should have finished. A job continues by its own alarm; this is for a lost alarm. A deletion
 * that is older than a day is logged as an error.
 */
export async function restartStuckDeletions({ db, shard, objects, now, log }: SweepParts): Promise<number> {
  const at = now().getTime();
  const stuck = await listOpenDeletions(db, new Date(at - STUCK_AFTER_MS), SWEPT_MAX);
  for (const { id, requestedAt } of stuck) {
    const age = at - Date.parse(requestedAt);
    log(age > PROMISED_MS ? "error" : "warn", "account.deletion-stuck", {
      deletionId: id,
      hours: Math.floor(age / HOUR_MS),
    });
    try {
      await objects.getByName(id).start(id, shard);
    } catch (error) {
      log("error", "account.deletion-sweep", { deletionId: id, ...describeError(error) });
    }
  }
  return stuck.length;
}
