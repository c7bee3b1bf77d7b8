import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// What is looked up across people. Only with more than one database is there anything in these tables; see decision 46.

/** In which database a person's rows are. */
export const accountShards = sqliteTable("account_shards", {
  userId: text("user_id").primaryKey(),
  shard: integer("shard").notNull(),
});

/** Whose customer at the payment provider it is. */
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
  /** The run of the tool that moves it; only the latest one goes on. */
  run: text("run"),
});

/**
 * Not of the directory, but of each database: the accounts whose rows are not served from here, because they are being moved or
 * were moved. Every statement about a person checks it.
 */
export const accountFences = sqliteTable("account_fences", {
  userId: text("user_id").primaryKey(),
  fencedAt: text("fenced_at").notNull(),
  /** The run that has fenced it last. */
  run: text("run"),
});
