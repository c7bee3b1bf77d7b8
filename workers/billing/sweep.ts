import { describeError, type Log } from "../logging.ts";
import { type RefreshParts, refreshSubscription } from "./refresh.ts";
import { deleteOldEvents, findStaleUsers } from "./subscription-store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A checkout page is open for a day; one more for events that come late. */
const CHECKOUT_AGE_MS = 2 * DAY_MS;
/** Each night reads what was not read since the night before. */
const READ_AGE_MS = 20 * HOUR_MS;
/** Stripe repeats an event for three days, and lets one be sent again by hand for thirty. */
const EVENT_AGE_MS = 60 * DAY_MS;
const PAGE = 50;
/** Reads in one run: each takes three requests, and a Worker's invocation may make a thousand. The next run goes on with the rest. */
const READS_MAX = 250;
const AT_ONCE = 5;

/**
 * Reads the subscriptions anew that may have changed without Talespark having heard of it. One that can't be read is left for the next run
 * and holds up no other. It may run at any time and as often as one likes.
 */
export async function sweepSubscriptions(
  parts: RefreshParts & { log: Log },
): Promise<{ read: number; failed: number }> {
  const { db, now, log } = parts;
  const began = now().getTime();
  const since = { checkouts: new Date(began - CHECKOUT_AGE_MS), readBefore: new Date(began - READ_AGE_MS) };
  let read = 0;
  let failed = 0;
  while (read + failed < READS_MAX) {
    // What was read is not stale any more; what failed still is.
    const users = await findStaleUsers(db, since, { skip: failed, limit: PAGE });
    for (let first = 0; first < users.length; first += AT_ONCE) {
      const results = await Promise.allSettled(
        users.slice(first, first + AT_ONCE).map((userId) => refreshSubscription(parts, userId)),
      );
      for (const result of results) {
        if (result.status === "fulfilled") read += 1;
        else {
          failed += 1;
          log("error", "billing.sweep-failed", describeError(result.reason));
        }
      }
    }
    if (users.length < PAGE) break;
  }
  await deleteOldEvents(db, new Date(began - EVENT_AGE_MS));
  log(failed > 0 ? "error" : "info", "billing.sweep", { read, failed });
  return { read, failed };
}
