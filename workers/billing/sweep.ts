import type { Database } from "../db/client.ts";
import { describeError, type Log } from "../logging.ts";
import type { DatabaseSweep } from "../nightly.ts";
import { type RefreshParts, refreshSubscription } from "./refresh-subscription.ts";
import { refundForgotten } from "./spark-store.ts";
import { deleteOldEvents, findStaleUsers } from "./subscription-store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A checkout page is open for a day; one more day for late events. */
const CHECKOUT_AGE_MS = 2 * DAY_MS;
/** Each night's run reads what was not read since the run before. */
const READ_AGE_MS = 20 * HOUR_MS;
/** Stripe retries an event for three days, and an event can be resent by hand for thirty. */
const EVENT_AGE_MS = 60 * DAY_MS;
/**
 * Reads in one run: each takes three requests, and an invocation of a Worker may make a thousand. The next run
 * continues.
 */
const READS_MAX = 250;
const AT_ONCE = 5;

/**
 * Reads subscriptions again that may have changed without notice. If one can't be read, the others still are, and the
 * next run tries it again. `openAccount` opens the database of one of them. Safe to run at any time and again.
 */
export async function sweepSubscriptions(
  parts: RefreshParts & { openAccount: (userId: string) => Database; log: Log },
): Promise<{ read: number; failed: number }> {
  const { db, openAccount, now, log } = parts;
  const began = now().getTime();
  const since = { checkouts: new Date(began - CHECKOUT_AGE_MS), readBefore: new Date(began - READ_AGE_MS) };
  const users = await findStaleUsers(db, since, READS_MAX);
  let failed = 0;
  for (let first = 0; first < users.length; first += AT_ONCE) {
    const results = await Promise.allSettled(
      users
        .slice(first, first + AT_ONCE)
        .map((userId) => refreshSubscription({ ...parts, db: openAccount(userId) }, userId)),
    );
    for (const result of results) {
      if (result.status === "fulfilled") continue;
      failed += 1;
      log("error", "billing.sweep-failed", describeError(result.reason));
    }
  }
  const read = users.length - failed;
  await deleteOldEvents(db, new Date(began - EVENT_AGE_MS));
  log(failed > 0 ? "error" : "info", "billing.sweep", { read, failed });
  return { read, failed };
}

/**
 * A conversation's object settles within minutes of a crash, and a charged request ends within minutes. An older
 * reservation is lost: its object crashed before it stored the turn, and before the mark of the reservation was on the disk.
 */
const FORGOTTEN_AFTER_MS = 6 * 3_600_000;
/** Rows of one statement. */
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
