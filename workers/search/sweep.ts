import type { SearchObject } from "#durable-objects/search.ts";
import { describeError } from "../logging.ts";
import type { DatabaseSweep } from "../nightly.ts";
import { listWaiting } from "./store.ts";

/** People in one run; the others wait for the next one. */
const PEOPLE_MAX = 500;

/**
 * Reads what has changed in D1 into the indexes of people who have not searched since, so that what was deleted does not stay there. The
 * messages are compared with the rows (`sweepRows`).
 */
export async function sweepSearch({
  db,
  shard,
  index,
  log,
}: DatabaseSweep & { shard: number; index: DurableObjectNamespace<SearchObject> }): Promise<{
  read: number;
}> {
  let read = 0;
  for (const userId of await listWaiting(db, PEOPLE_MAX)) {
    try {
      await index.getByName(userId).readChanges({ userId, shard });
      read += 1;
    } catch (error) {
      log("error", "search.sweep-failed", { userId, ...describeError(error) });
    }
  }
  log("info", "search.sweep", { read });
  return { read };
}
