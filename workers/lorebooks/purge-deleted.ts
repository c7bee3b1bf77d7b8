import { toPurgedBefore } from "#domain/recently-deleted.ts";
import type { DatabaseSweep } from "../nightly.ts";
import { purgeBooks } from "./store.ts";

/** Deletes books and entries whose time in "Recently deleted" is over. */
export async function purgeDeletedBooks({ db, now, log }: DatabaseSweep): Promise<{ purged: number }> {
  const purged = await purgeBooks(db, toPurgedBefore(now()));
  log("info", "lorebooks.sweep", { purged });
  return { purged };
}
