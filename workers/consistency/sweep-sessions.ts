import { SESSION_TTL_S } from "../auth/session.ts";
import { sessions } from "../db/schema/index.ts";
import type { CommonSweep } from "../sweep-parts.ts";
import { findMissing, isPlausible } from "./missing-rows.ts";
import { SweepPosition } from "./sweep-position.ts";

/** A session that was begun or extended within a day is left alone. */
const LEFT_ALONE_S = 24 * 3_600;
const PAGE = 1_000;
/** Pages in one run: each deletes at most as many keys as it lists. The next run goes on. */
const PAGES_MAX = 3;
/** The keys of sessions: 256 bits, or 64 bits in old sessions. KV has other keys as well. */
const SESSION_KEY = /^(?:[0-9a-f]{64}|[0-9a-f]{16})$/;

/**
 * Deletes sessions in KV that have no row in D1: a crash has left them when their account was deleted. The row is written before the
 * key, so a new session always has one. Returns how many were deleted. Safe to run at any time and again. An implausible page is logged
 * and kept, and ends the run: the next run goes on after it.
 */
export async function sweepSessions({ kv, databases, now, log }: CommonSweep): Promise<number> {
  const position = new SweepPosition(kv, "sessions");
  const youngest = now().getTime() / 1000 + SESSION_TTL_S - LEFT_ALONE_S;
  let cursor = await position.read();
  let deleted = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const listed = await listFrom(kv, cursor, position);
    const old = listed.keys
      .filter(({ name, expiration = 0 }) => SESSION_KEY.test(name) && expiration < youngest)
      .map(({ name }) => name);
    const orphans = await findMissing(databases, sessions, old);
    const isSafe = isPlausible(orphans.length, old.length);
    if (isSafe) {
      for (const key of orphans) await kv.delete(key);
      deleted += orphans.length;
    } else {
      log("error", "consistency.implausible", { sweep: "sessions", orphans: orphans.length, of: old.length });
    }
    cursor = listed.list_complete ? null : listed.cursor;
    await position.write(cursor);
    if (!isSafe || cursor === null) break;
  }
  log(deleted > 0 ? "warn" : "info", "consistency.sessions", { deleted });
  return deleted;
}

/** Lists the next page. KV does not say for how long a cursor is valid: if the list fails, the next run begins at the beginning. */
async function listFrom(kv: KVNamespace, cursor: string | null, position: SweepPosition) {
  try {
    return await kv.list({ limit: PAGE, cursor });
  } catch (error) {
    await position.write(null);
    throw error;
  }
}
