import { restartStuckDeletions } from "./account-deletion/restart-stuck.ts";
import type { ConversationObjects } from "./auth/live-sessions.ts";
import { createStripeClient } from "./billing/stripe-client.ts";
import { sweepReservations, sweepSubscriptions } from "./billing/sweep.ts";
import { purgeDeletedCharacters } from "./characters/purge-deleted.ts";
import { sweepPictures, sweepSessions } from "./consistency/sweep-orphans.ts";
import { sweepRows } from "./consistency/sweep-rows.ts";
import { sweepOverdue } from "./conversations/sweep-overdue.ts";
import { openAccountDatabase } from "./db/account-database.ts";
import { sweepShards } from "./db/assign-shard.ts";
import type { Database } from "./db/client.ts";
import { isSharded, listShards, openShard } from "./db/shards.ts";
import { describeError, type Log, logWith } from "./logging.ts";
import { purgeDeletedBooks } from "./lorebooks/purge-deleted.ts";
import { sweepSearch } from "./search/sweep.ts";
import { parseSettings } from "./settings.ts";

export const NIGHTLY_CRON = "17 3 * * *";

/** What a nightly sweep of one database needs. */
export type DatabaseSweep = { db: Database; now: () => Date; log: Log };

/** What a sweep needs that reads all databases with people's rows at once. */
export type CommonSweep = { databases: readonly Database[]; kv: KVNamespace; now: () => Date; log: Log };

/** What a sweep needs that calls conversations. `shard`: the number of the database. */
export type ConversationSweep = DatabaseSweep & { shard: number; objects: ConversationObjects };

/** The jobs that the cron trigger of wrangler.toml runs once a night, for each database. If one fails, the others still run. */
export async function runNightly(env: Env): Promise<void> {
  for (const shard of listShards(env).keys()) {
    await runAll(logWith({ job: "nightly", shard }), (log) => listSweeps(env, shard, log));
  }
  await runAll(logWith({ job: "nightly" }), (log) => listCommonSweeps(env, log));
}

type Sweeps = Record<string, () => Promise<unknown>>;

/** The sweeps of one database. */
function listSweeps(env: Env, shard: number, log: Log): Sweeps {
  const stripe = createStripeClient(parseSettings(env), log);
  const parts = { db: openShard(env, shard), shard, now: () => new Date(), log };
  const objects = { story: env.STORY, "character-chat": env.CHARACTER_CHAT };
  return {
    deletions: () => restartStuckDeletions({ ...parts, objects: env.ACCOUNT_DELETION }),
    reservations: () => sweepReservations(parts),
    conversations: () => sweepOverdue({ ...parts, objects }),
    characters: () => purgeDeletedCharacters({ ...parts, bucket: env.PORTRAITS }),
    lorebooks: () => purgeDeletedBooks(parts),
    search: () => sweepSearch({ ...parts, index: env.SEARCH }),
    rows: () => sweepRows({ ...parts, objects, kv: env.KV }),
    subscriptions: async () =>
      stripe &&
      (await sweepSubscriptions({
        ...parts,
        stripe,
        openAccount: (userId) => openAccountDatabase(env, { userId, shard }).db,
      })),
  };
}

/** The sweeps that need all databases at once. */
function listCommonSweeps(env: Env, log: Log): Sweeps {
  const databases = listShards(env).map((_, shard) => openShard(env, shard));
  const parts = { databases, kv: env.KV, now: () => new Date(), log };
  return {
    pictures: () => sweepPictures({ ...parts, bucket: env.PORTRAITS }),
    sessions: () => sweepSessions(parts),
    ...(isSharded(env) ? { shards: () => sweepShards(env, new Date(), log) } : {}),
  };
}

async function runAll(log: Log, list: (log: Log) => Sweeps): Promise<void> {
  for (const [sweep, run] of Object.entries(list(log))) {
    try {
      await run();
    } catch (error) {
      log("error", "nightly.failed", { sweep, ...describeError(error) });
    }
  }
}
