import { lt, sql } from "drizzle-orm";
import type { Log } from "../logging.ts";
import { locateAccount, storeShard } from "./directory.ts";
import { accountMoves, shardSizes } from "./schema/index.ts";
import { listShards, openDirectory } from "./shards.ts";

/** A database of this size gets no new accounts. D1's limit is 10 GB, and accounts grow. In bytes. */
const FULL_BYTES = 7_000_000_000;

/** The shard with a person's rows. A person without an account is assigned to a shard with room; later calls return the same one. */
export async function assignShard(env: Env, userId: string): Promise<number> {
  const known = await locateAccount(env, userId);
  return known ?? storeShard(openDirectory(env), userId, await chooseShard(env));
}

/** Chooses a random shard; one with twice the room is chosen twice as often. A shard that was never measured counts as empty. */
async function chooseShard(env: Env): Promise<number> {
  const sizes = await openDirectory(env).select().from(shardSizes);
  const room = listShards(env).map((_, number) => {
    const bytes = sizes.find(({ shard }) => shard === number)?.bytes ?? 0;
    return Math.max(0, FULL_BYTES - bytes);
  });
  let drawn = Math.random() * room.reduce((sum, bytes) => sum + bytes, 0);
  for (const [number, bytes] of room.entries()) {
    if (drawn < bytes) return number;
    drawn -= bytes;
  }
  throw new Error("Every database is full: add another one.");
}

/** Stores how full each database is. Returns the sizes in bytes. */
export async function measureShards(env: Env, now: Date): Promise<number[]> {
  const measuredAt = now.toISOString();
  const sizes = await Promise.all(
    listShards(env).map(async (database) => {
      const { meta } = await database.prepare("SELECT 1").run();
      return meta.size_after;
    }),
  );
  const directory = openDirectory(env);
  await directory
    .insert(shardSizes)
    .values(sizes.map((bytes, shard) => ({ shard, bytes, measuredAt })))
    .onConflictDoUpdate({
      target: shardSizes.shard,
      set: { bytes: sql`excluded.bytes`, measuredAt: sql`excluded.measured_at` },
    });
  return sizes;
}

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
