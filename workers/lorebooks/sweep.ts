import { RECENTLY_DELETED_MS } from "#domain/deletion.ts";
import type { DatabaseSweep } from "../sweep-parts.ts";
import { purgeBooks } from "./store.ts";

/** Deletes books and entries whose time in "Recently deleted" is over. */
export async function sweepLorebooks({ db, now, log }: DatabaseSweep): Promise<{ purged: number }> {
  // An hour later than the person is told, so that nothing is purged while it is being restored.
  const purged = await purgeBooks(db, new Date(now().getTime() - RECENTLY_DELETED_MS - 3_600_000));
  log("info", "lorebooks.sweep", { purged });
  return { purged };
}
