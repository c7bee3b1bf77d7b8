import { lt } from "drizzle-orm";
import type { Log } from "../logging.ts";
import { measureShards } from "./assign-shard.ts";
import { accountMoves } from "./schema/index.ts";
import { openDirectory } from "./shards.ts";

/** A move takes seconds. An older one was interrupted, and its account can't be used until it is resumed. */
const STUCK_AFTER_MS = 10 * 60_000;

/** Measures every database, so that new accounts go to one with room, and logs interrupted moves. */
export async function sweepShards(env: Env, now: Date, log: Log): Promise<void> {
  for (const [shard, bytes] of (await measureShards(env, now)).entries()) {
    log("info", "shards.size", { shard, bytes });
  }
  const before = new Date(now.getTime() - STUCK_AFTER_MS).toISOString();
  const stuck = await openDirectory(env).select().from(accountMoves).where(lt(accountMoves.begunAt, before));
  for (const { userId, fromShard, toShard } of stuck) {
    log("error", "shards.move-stuck", { userId, fromShard, toShard });
  }
}
