import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// What is searched across all people. These tables are only used with more than one database.

/** The database with a person's rows. */
export const accountShards = sqliteTable("account_shards", {
  userId: text("user_id").primaryKey(),
  shard: integer("shard").notNull(),
});

/** The person of a customer at the payment provider. */
export const customerAccounts = sqliteTable(
  "customer_accounts",
  {
    customerId: text("customer_id").primaryKey(),
    userId: text("user_id").notNull(),
  },
  (table) => [index("customer_accounts_user").on(table.userId)],
);

/** How full a database was when it was last measured. */
export const shardSizes = sqliteTable("shard_sizes", {
  shard: integer("shard").primaryKey(),
  bytes: integer("bytes").notNull(),
  measuredAt: text("measured_at").notNull(),
});

/** Accounts that are being moved to another database. The row stays until the last step of the move is done. */
export const accountMoves = sqliteTable("account_moves", {
  userId: text("user_id").primaryKey(),
  fromShard: integer("from_shard").notNull(),
  toShard: integer("to_shard").notNull(),
  begunAt: text("begun_at").notNull(),
  /** The id of the run that moves it. Only the latest run continues. */
  run: text("run"),
});

/**
 * In each database, not only in the directory: the accounts whose rows must not be used here, because they are being moved or were
 * moved. Each round trip for a person checks it.
 */
export const accountFences = sqliteTable("account_fences", {
  userId: text("user_id").primaryKey(),
  fencedAt: text("fenced_at").notNull(),
  /** The id of the run that fenced it last. */
  run: text("run"),
});
