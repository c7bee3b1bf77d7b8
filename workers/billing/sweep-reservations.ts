import type { DatabaseSweep } from "../sweep-parts.ts";
import { refundForgotten } from "./store.ts";

/**
 * A conversation's object settles within minutes of a crash, and a charged request ends within minutes. An older
 * reservation is lost: its object crashed before it stored the turn, and before the mark of the reservation was on the disk.
 */
const FORGOTTEN_AFTER_MS = 6 * 3_600_000;
const BATCH = 500;
/** Batches in one run; the next run continues. */
const BATCHES_MAX = 100;

/** Refunds lost reservations. Safe to run at any time and again. Returns how many it refunded. */
export async function sweepReservations({ db, now, log }: DatabaseSweep): Promise<number> {
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
