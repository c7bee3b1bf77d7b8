import { toPortraitPrefix } from "#domain/portraits.ts";
import { toPurgedBefore } from "#domain/recently-deleted.ts";
import { describeError } from "../logging.ts";
import type { DatabaseSweep } from "../nightly.ts";
import { removeFolder } from "../pictures/stored-pictures.ts";
import { listPurgeableCharacters, purgeCharacter } from "./deleted-store.ts";

/** Characters in one run: each takes three requests, and a Worker's invocation may make a thousand. The next run goes on. */
const PURGED_MAX = 200;

/**
 * Deletes characters whose time in "Recently deleted" is over, and those of stories that have gone, with their portraits. One that
 * fails is left for the next run.
 */
export async function purgeDeletedCharacters({
  db,
  bucket,
  now,
  log,
}: DatabaseSweep & { bucket: R2Bucket }): Promise<{ purged: number; failed: number }> {
  const before = toPurgedBefore(now());
  let purged = 0;
  let failed = 0;
  for (const { id } of await listPurgeableCharacters(db, before, PURGED_MAX)) {
    try {
      // The pictures first: without the row nobody knows of them.
      await removeFolder(bucket, toPortraitPrefix(id));
      await purgeCharacter(db, id, before);
      purged += 1;
    } catch (error) {
      failed += 1;
      log("error", "characters.sweep-failed", describeError(error));
    }
  }
  log(failed > 0 ? "error" : "info", "characters.sweep", { purged, failed });
  return { purged, failed };
}
