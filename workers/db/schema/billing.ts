import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TIERS } from "#domain/plan.ts";
import { users } from "./accounts.ts";

export const SPARK_STATES = ["reserved", "charged", "refunded"] as const;
export const SPARK_PURPOSES = ["story-passage", "chat-reply", "suggestion", "form-fill", "image"] as const;

/**
 * The Spark ledger: one row per generation asked for, keyed by the turn so that nothing is charged twice. What counts
 * against a month is the sum of its rows that are not refunded.
 */
export const sparkLedger = sqliteTable(
  "spark_ledger",
  {
    turnKey: text("turn_key").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** `YYYY-MM`, UTC: the month of the reservation, whenever it is settled. */
    month: text("month").notNull(),
    purpose: text("purpose", { enum: SPARK_PURPOSES }).notNull(),
    sparks: integer("sparks").notNull(),
    state: text("state", { enum: SPARK_STATES }).notNull(),
    reservedAt: text("reserved_at").notNull(),
    settledAt: text("settled_at"),
  },
  (table) => [
    // Covers the allowance check: it never touches the table itself.
    index("spark_ledger_usage").on(table.userId, table.month, table.state, table.sparks),
  ],
);

export const SUBSCRIPTION_STATUSES = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const;

/** What the payment provider says of a user's plan; its webhooks are the source of truth for the tier. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    customerId: text("customer_id").notNull(),
    subscriptionId: text("subscription_id"),
    tier: text("tier", { enum: TIERS }).notNull(),
    status: text("status", { enum: SUBSCRIPTION_STATUSES }).notNull(),
    currentPeriodEnd: text("current_period_end"),
    cancelAtPeriodEnd: integer("cancel_at_period_end", { mode: "boolean" }).notNull().default(false),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [index("subscriptions_customer").on(table.customerId)],
);
