import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { SUBSCRIPTION_STATUSES } from "#domain/billing.ts";
import { toOwner, users } from "./accounts.ts";

const SPARK_STATES = ["reserved", "charged", "refunded"] as const;
const SPARK_PURPOSES = ["story-passage", "chat-reply", "suggestion", "form-fill", "image"] as const;

/**
 * The Spark ledger: one row per generation asked for, keyed by the turn so that nothing is charged twice. What counts
 * against a month is the sum of its rows that are not refunded. It outlives the account under a pseudonym, so `userId` is no
 * foreign key.
 */
export const sparkLedger = sqliteTable(
  "spark_ledger",
  {
    turnKey: text("turn_key").primaryKey(),
    userId: text("user_id").notNull(),
    /** `YYYY-MM`, UTC: the month of the reservation, whenever it is settled. */
    month: text("month").notNull(),
    purpose: text("purpose", { enum: SPARK_PURPOSES }).notNull(),
    sparks: integer("sparks").notNull(),
    state: text("state", { enum: SPARK_STATES }).notNull(),
    reservedAt: text("reserved_at").notNull(),
    settledAt: text("settled_at"),
    /** When it was refunded because the person stopped before any text; `null`: charged, or refunded for another reason. */
    freeStopAt: text("free_stop_at"),
  },
  (table) => [
    // Covers the allowance check: it never touches the table itself.
    index("spark_ledger_usage").on(table.userId, table.month, table.state, table.sparks),
    // What the nightly sweep looks for; mostly empty.
    index("spark_ledger_reserved").on(table.reservedAt).where(sql`state = 'reserved'`),
    // A person's free stops of the last hour; only those have a row in it.
    index("spark_ledger_free_stops").on(table.userId, table.freeStopAt).where(sql`free_stop_at IS NOT NULL`),
  ],
);

/**
 * A person as the payment provider knows them, and their subscription as it was last read there. A row is made at the first checkout. What
 * the subscription gives stands in `users.tier`, which is set from this row in the transaction that changes it.
 */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "restrict" }),
    customerId: text("customer_id").notNull(),
    /** The checkout begun last; its page may still be open. */
    checkoutSessionId: text("checkout_session_id"),
    checkoutStartedAt: text("checkout_started_at"),
    /** `null`, as all that follows: there is no subscription to one of our prices. */
    subscriptionId: text("subscription_id"),
    priceId: text("price_id"),
    status: text("status", { enum: SUBSCRIPTION_STATUSES }),
    currentPeriodEnd: text("current_period_end"),
    /** When it has ended, or will because it was cancelled; `null`: it continues. */
    endsAt: text("ends_at"),
    /** Until when a plan that is not paid is still given, while the provider tries the card again. */
    graceUntil: text("grace_until"),
    /** How many reads at the provider have begun, and the number of the one that is stored: an older read never replaces a newer one. */
    readsBegun: integer("reads_begun").notNull().default(0),
    storedRead: integer("stored_read").notNull().default(0),
    /** When the stored read was made. */
    readAt: text("read_at"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [uniqueIndex("subscriptions_customer").on(table.customerId)],
);

/** Webhooks of the payment provider by the id of their event: each is handled once. */
export const billingEvents = sqliteTable(
  "billing_events",
  {
    id: text("id").primaryKey(),
    userId: toOwner(),
    type: text("type").notNull(),
    receivedAt: text("received_at").notNull(),
    /** The reads that had begun when the event came. It is handled as soon as one that began later is stored. */
    readsBegun: integer("reads_begun").notNull(),
  },
  (table) => [
    index("billing_events_user").on(table.userId, table.readsBegun),
    index("billing_events_age").on(table.receivedAt),
  ],
);
