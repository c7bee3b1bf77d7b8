import { eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import {
  accountFences,
  accountShards,
  customerAccounts,
  shardSizes,
  subscriptions,
  users,
} from "./schema/index.ts";
import { isSharded, listShards, openDirectory, openShard } from "./shards.ts";

/**
 * Where accounts are. With one database all of this answers at once, without a query. With more, the directory is an index that
 * fills itself: an account that it does not know (from before there was a second database) is looked for in every database, and
 * remembered.
 */

/** Bytes at which a database gets no new accounts: D1 ends at 10 GB, and accounts grow. */
const FULL_BYTES = 7_000_000_000;
/** Databases that are asked at the same time: a Worker may have six connections open. */
const AT_ONCE = 6;

/** Where the callers with tokens are, in this isolate. Whoever has moved since is found by the check of `AccountDatabase`. */
const recent = new Map<string, { shard: number; until: number }>();
const RECENT_MAX = 10_000;
const RECENT_MS = 5 * 60_000;

/** The same as `locateAccount`, remembered for some minutes: a token says nothing of shards. */
export async function findTokenShard(env: Env, userId: string): Promise<number | null> {
  if (!isSharded(env)) return 0;
  const known = recent.get(userId);
  if (known && known.until > Date.now()) return known.shard;
  const shard = await locateAccount(env, userId);
  if (shard === null) return null;
  const [oldest] = recent.keys();
  if (recent.size >= RECENT_MAX && oldest !== undefined) recent.delete(oldest);
  recent.set(userId, { shard, until: Date.now() + RECENT_MS });
  return shard;
}

/** The shard with a person's rows; `null`: they have no account yet. */
export async function locateAccount(env: Env, userId: string): Promise<number | null> {
  if (!isSharded(env)) return 0;
  const directory = openDirectory(env);
  const [row] = await directory.select().from(accountShards).where(eq(accountShards.userId, userId));
  if (row) return row.shard;
  const shard = await findInShards(env, (db) => findServedAccount(db, userId));
  return shard === null ? null : remember(directory, userId, shard.number);
}

/** The same, and a person without an account gets a shard with room. Repeating it gives the same one. */
export async function placeAccount(env: Env, userId: string): Promise<number> {
  const known = await locateAccount(env, userId);
  return known ?? remember(openDirectory(env), userId, await chooseShard(env));
}

/** Two requests at the same time choose one shard: what is stored first counts. */
async function remember(directory: Database, userId: string, shard: number): Promise<number> {
  const [, [row]] = await directory.batch([
    directory.insert(accountShards).values({ userId, shard }).onConflictDoNothing(),
    directory.select().from(accountShards).where(eq(accountShards.userId, userId)),
  ]);
  return row?.shard ?? shard;
}

/** Picks by chance, a database with twice the room twice as often. One that was never measured counts as empty. */
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

/** Whose customer it is, and where their rows are; `null`: no account has this customer. */
export async function locateCustomer(
  env: Env,
  customerId: string,
): Promise<{ userId: string; shard: number } | null> {
  const directory = openDirectory(env);
  const isCustomer = eq(customerAccounts.customerId, customerId);
  const [known] = await directory.select().from(customerAccounts).where(isCustomer);
  if (known) {
    const shard = await locateAccount(env, known.userId);
    return shard === null ? null : { userId: known.userId, shard };
  }
  const found = await findInShards(env, (db) =>
    db
      .select({ userId: subscriptions.userId })
      .from(subscriptions)
      .where(eq(subscriptions.customerId, customerId)),
  );
  if (found === null) return null;
  const { userId } = found.row;
  await directory.insert(customerAccounts).values({ customerId, userId }).onConflictDoNothing();
  return { userId, shard: (await locateAccount(env, userId)) ?? found.number };
}

/** Removes a deleted account from the directory and from the databases that it was moved away from. */
export async function forgetAccount(env: Env, userId: string): Promise<void> {
  if (!isSharded(env)) return;
  const directory = openDirectory(env);
  await directory.batch([
    directory.delete(accountShards).where(eq(accountShards.userId, userId)),
    directory.delete(customerAccounts).where(eq(customerAccounts.userId, userId)),
  ]);
  for (const [number] of listShards(env).entries()) {
    await openShard(env, number).delete(accountFences).where(eq(accountFences.userId, userId));
  }
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

function findServedAccount(db: Database, userId: string) {
  return db
    .select({ userId: users.id })
    .from(users)
    .where(
      sql`${users.id} = ${userId} AND NOT EXISTS (SELECT 1 FROM ${accountFences} WHERE user_id = ${userId})`,
    );
}

/** The first shard in which a query finds a row. */
async function findInShards<Row>(
  env: Env,
  query: (db: Database) => PromiseLike<Row[]>,
): Promise<{ number: number; row: Row } | null> {
  const numbers = [...listShards(env).keys()];
  for (let first = 0; first < numbers.length; first += AT_ONCE) {
    const answers = await Promise.all(
      numbers.slice(first, first + AT_ONCE).map(async (number) => {
        const [row] = await query(openShard(env, number));
        return row === undefined ? null : { number, row };
      }),
    );
    const found = answers.find((answer) => answer !== null);
    if (found) return found;
  }
  return null;
}
