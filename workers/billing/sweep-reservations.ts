import type { Database } from "../db/client.ts";
import type { Log } from "../logging.ts";
import { refundForgotten } from "./store.ts";

/**
 * A conversation's object settles within minutes of a crash, a request that is charged for ends within minutes. What is
 * reserved for longer was forgotten: its object never got as far as storing the turn.
 */
const FORGOTTEN_AFTER_MS = 6 * 3_600_000;
const BATCH = 500;
/** Batches in one run; the next run goes on with the rest. */
const BATCHES_MAX = 100;

/** Refunds reservations that no turn will settle any more. It may run at any time and as often as one likes. Returns how many. */
export async function sweepReservations({
  db,
  now,
  log,
}: {
  db: Database;
  now: () => Date;
  log: Log;
}): Promise<number> {
  const began = now();
  const batch = { before: new Date(began.getTime() - FORGOTTEN_AFTER_MS), now: began, limit: BATCH };
  let refunded = 0;
  for (let done = 0; done < BATCHES_MAX; done += 1) {
    const rows = await refundForgotten(db, batch);
    refunded += rows.length;
    if (rows.length < BATCH) break;
  }
  log(refunded > 0 ? "warn" : "info", "billing.sweep-reservations", { refunded });
  return refunded;
}
