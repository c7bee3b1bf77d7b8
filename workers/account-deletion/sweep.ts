import type { AccountDeletionObject } from "#durable-objects/account-deletion.ts";
import type { Database } from "../db/client.ts";
import { describeError, type Log } from "../logging.ts";
import { listOpenDeletions } from "./store.ts";

const HOUR_MS = 3_600_000;
/** By then a deletion has finished, unless something keeps failing. */
const STUCK_AFTER_MS = HOUR_MS;
/** What people are promised. */
const PROMISED_MS = 24 * HOUR_MS;
const SWEPT_MAX = 200;

type SweepParts = {
  db: Database;
  objects: DurableObjectNamespace<AccountDeletionObject>;
  now: () => Date;
  log: Log;
};

/**
 * Starts deletions again that should have finished. A job goes on by its own alarm; this is for one whose alarm was lost. One that
 * is older than a day is an error in the log.
 */
export async function sweepDeletions({ db, objects, now, log }: SweepParts): Promise<number> {
  const at = now().getTime();
  const stuck = await listOpenDeletions(db, new Date(at - STUCK_AFTER_MS), SWEPT_MAX);
  for (const { id, requestedAt } of stuck) {
    const age = at - Date.parse(requestedAt);
    log(age > PROMISED_MS ? "error" : "warn", "account.deletion-stuck", {
      deletionId: id,
      hours: Math.floor(age / HOUR_MS),
    });
    try {
      await objects.get(objects.idFromName(id)).start(id);
    } catch (error) {
      log("error", "account.deletion-sweep", { deletionId: id, ...describeError(error) });
    }
  }
  return stuck.length;
}
