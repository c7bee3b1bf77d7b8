import { eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { accountFences, accountShards, customerAccounts, subscriptions, users } from "./schema/index.ts";
import { isSharded, listShards, openDirectories, openDirectory, openShard } from "./shards.ts";

/**
 * Finds the database of an account. With only one database nothing is queried. With more, the directory stores it. An account from the
 * time before the second database is not in the directory: it is searched in all databases, then stored there.
 */

/** How many databases are queried at the same time: a Worker may have six open connections. */
const AT_ONCE = 6;

/** The shard with a person's rows; `null`: they have no account yet. */
export async function locateAccount(env: Env, userId: string): Promise<number | null> {
  if (!isSharded(env)) return 0;
  const directory = openDirectory(env);
  const known = await findKnownShard(directory, userId);
  if (known !== null) return known;
  const shard = await findInShards(env, (db) => findServedAccount(db, userId));
  return shard === null ? null : storeShard(directory, userId, shard.number);
}

/** The shard that the directory has for an account; `null`: none. */
export async function findKnownShard(directory: Database, userId: string): Promise<number | null> {
  const [row] = await directory.select().from(accountShards).where(eq(accountShards.userId, userId));
  return row?.shard ?? null;
}

/** Of two requests at the same time, the one that stores its shard first decides for both. */
export async function storeShard(directory: Database, userId: string, shard: number): Promise<number> {
  const [, [row]] = await directory.batch([
    directory.insert(accountShards).values({ userId, shard }).onConflictDoNothing(),
    directory.select().from(accountShards).where(eq(accountShards.userId, userId)),
  ]);
  return row?.shard ?? shard;
}

/** The person who is this payment customer; `null`: nobody is. With only one database it is not asked. */
export async function findCustomerOwner(env: Env, customerId: string): Promise<string | null> {
  const directory = openDirectory(env);
  const isCustomer = eq(customerAccounts.customerId, customerId);
  const [known] = await directory.select().from(customerAccounts).where(isCustomer);
  if (known) return known.userId;
  const found = await findInShards(env, (db) =>
    db
      .select({ userId: subscriptions.userId })
      .from(subscriptions)
      .where(eq(subscriptions.customerId, customerId)),
  );
  if (found === null) return null;
  const { userId } = found.row;
  await directory.insert(customerAccounts).values({ customerId, userId }).onConflictDoNothing();
  return userId;
}

/** Removes a deleted account from the directory and from the databases that it was moved away from. */
export async function forgetAccount(env: Env, userId: string): Promise<void> {
  if (!isSharded(env)) return;
  for (const directory of openDirectories(env)) {
    await directory.batch([
      directory.delete(accountShards).where(eq(accountShards.userId, userId)),
      directory.delete(customerAccounts).where(eq(customerAccounts.userId, userId)),
    ]);
  }
  for (const [number] of listShards(env).entries()) {
    await openShard(env, number).delete(accountFences).where(eq(accountFences.userId, userId));
  }
}

function findServedAccount(db: Database, userId: string) {
  return db
    .select({ userId: users.id })
    .from(users)
    .where(
      sql`${users.id} = ${userId} AND NOT EXISTS (SELECT 1 FROM ${accountFences} WHERE user_id = ${userId})`,
    );
}

/** Runs a query in all shards and returns the first row that is found, with its shard. */
export async function findInShards<Row>(
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
