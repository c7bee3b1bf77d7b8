import { type AnySQLiteColumn, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PROVIDERS } from "#domain/account.ts";
import { TIERS } from "#domain/plan.ts";
import { THEMES } from "#domain/themes.ts";

/** People who have signed in. The primary key is the identity provider's subject. Times are ISO 8601, UTC. */
export const users = sqliteTable("users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  username: text("username"),
  nickname: text("nickname"),
  /** Only ever from a verified identity token. */
  email: text("email"),
  picture: text("picture"),
  provider: text("provider", { enum: PROVIDERS }).notNull(),
  tier: text("tier", { enum: TIERS }).notNull().default("free"),
  /** `null`: has never chosen one. */
  theme: text("theme", { enum: THEMES }),
  ageConfirmed13: integer("age_confirmed_13", { mode: "boolean" }).notNull().default(false),
  acceptedTermsAt: text("accepted_terms_at"),
  acceptedPrivacyAt: text("accepted_privacy_at"),
  ageConfirmed18NSFW: integer("age_confirmed_18_nsfw", { mode: "boolean" }).notNull().default(false),
  nsfwEnabled: integer("nsfw_enabled", { mode: "boolean" }).notNull().default(false),
  /** Whether the pages say that Sparks are about to run out. */
  usageWarnings: integer("usage_warnings", { mode: "boolean" }).notNull().default(true),
  /** Sessions carry the number they began with; raising it ends them all. */
  sessionEpoch: integer("session_epoch").notNull().default(0),
  /** Set: a checkout is being opened, since this time. */
  checkoutBegunAt: text("checkout_begun_at"),
  /** Set: the account is being deleted, and nobody can sign in to it any more. */
  deletionRequestedAt: text("deletion_requested_at"),
  createdAt: text("created_at").notNull(),
  updatedAt: text("updated_at").notNull(),
});

/** The column with the person whose row it is. Without a cascade: rows would be gone before the objects are purged (decision 25). */
export function toOwner() {
  return text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "restrict" });
}

/** A column with the id of the row that this one belongs to and is deleted with. */
export function toParent(name: string, findId: () => AnySQLiteColumn) {
  return text(name).notNull().references(findId, { onDelete: "cascade" });
}

/**
 * Accounts that are being deleted. The row stays until the job has finished, which is after the user's row has gone; a job that
 * has stopped is found by it.
 */
export const accountDeletions = sqliteTable(
  "account_deletions",
  {
    /** Also the name of the job's object. */
    id: text("id").primaryKey(),
    userId: text("user_id").notNull(),
    requestedAt: text("requested_at").notNull(),
  },
  (table) => [index("account_deletions_age").on(table.requestedAt)],
);

const CONSENT_KINDS = ["legal", "nsfw"] as const;
const CONSENT_DECISIONS = ["given", "withdrawn"] as const;

/**
 * What was agreed to or taken back, when and from where: append-only evidence, held by triggers (0001_consents_append_only.sql).
 * It outlives the account under a pseudonym, so `userId` is no foreign key.
 */
export const consents = sqliteTable(
  "consents",
  {
    id: text("id").primaryKey(),
    userId: text("user_id").notNull(),
    kind: text("kind", { enum: CONSENT_KINDS }).notNull(),
    decision: text("decision", { enum: CONSENT_DECISIONS }).notNull().default("given"),
    version: text("version").notNull(),
    source: text("source").notNull(),
    /** The connection's address, as the law wants it kept; `null` where the platform did not tell. */
    ip: text("ip"),
    timestamp: text("timestamp").notNull(),
  },
  (table) => [index("consents_user").on(table.userId, table.timestamp)],
);

/** Feedback to the team. It is in the directory, where the team can read all of it, so `userId` is no foreign key. */
export const feedback = sqliteTable(
  "feedback",
  {
    id: text("id").primaryKey(),
    userId: text("user_id"),
    userEmail: text("user_email"),
    feedback: text("feedback").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [index("feedback_user").on(table.userId, table.createdAt)],
);

/** Which keys of KV are sessions of whom: KV itself can't be asked. A row is older than its key, and may outlive it. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: toOwner(),
    /** When its time was last extended. */
    slidAt: text("slid_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId), index("sessions_age").on(table.slidAt)],
);

/**
 * Sessions that were ended before their time. KV forgets a session within a minute at other edges; this table is asked
 * together with the user's row and knows at once.
 */
export const endedSessions = sqliteTable(
  "ended_sessions",
  {
    sessionId: text("session_id").primaryKey(),
    endedAt: text("ended_at").notNull(),
  },
  (table) => [index("ended_sessions_age").on(table.endedAt)],
);

export const CONVERSATION_KINDS = ["story", "character-chat"] as const;

/** Where a session has opened a live line: whom to tell when the session ends. */
export const liveSessions = sqliteTable(
  "live_sessions",
  {
    sessionId: text("session_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    kind: text("kind", { enum: CONVERSATION_KINDS }).notNull(),
    userId: toOwner(),
    openedAt: text("opened_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.conversationId] }),
    index("live_sessions_user").on(table.userId),
    index("live_sessions_age").on(table.openedAt),
  ],
);
