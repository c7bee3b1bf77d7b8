import type { ConversationObjects } from "./auth/live-sessions.ts";
import type { Database } from "./db/client.ts";
import type { Log } from "./logging.ts";

/** What a nightly sweep of one database needs. */
export type DatabaseSweep = { db: Database; now: () => Date; log: Log };

/** What a sweep needs that reads all databases with people's rows at once. */
export type CommonSweep = { databases: readonly Database[]; kv: KVNamespace; now: () => Date; log: Log };

/** What a sweep needs that calls conversations. `shard`: the number of the database. */
export type ConversationSweep = DatabaseSweep & { shard: number; objects: ConversationObjects };
