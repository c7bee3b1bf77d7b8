import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { consents, feedback, sparkLedger, subscriptions } from "../db/schema/index.ts";

/** Rows per query: a small part of the memory of a request. */
export const ROWS_PER_READ = 500;

/** A person's consents after an id, by id. */
export function listConsents(db: Database, userId: string, after: string) {
  return db
    .select()
    .from(consents)
    .where(and(eq(consents.userId, userId), gt(consents.id, after)))
    .orderBy(asc(consents.id))
    .limit(ROWS_PER_READ);
}

/** A person's feedback after an id, by id. `directories`: from `openDirectories`. */
export async function listFeedback(directories: readonly Database[], userId: string, after: string) {
  const found = await Promise.all(
    directories.map((directory) =>
      directory
        .select()
        .from(feedback)
        .where(and(eq(feedback.userId, userId), gt(feedback.id, after)))
        .orderBy(asc(feedback.id))
        .limit(ROWS_PER_READ),
    ),
  );
  const rows = found.flat().sort((one, other) => (one.id < other.id ? -1 : 1));
  return rows.slice(0, ROWS_PER_READ);
}

/** A person's ledger rows after a turn's key, by key. */
export function listSparks(db: Database, userId: string, after: string) {
  return db
    .select()
    .from(sparkLedger)
    .where(and(eq(sparkLedger.userId, userId), gt(sparkLedger.turnKey, after)))
    .orderBy(asc(sparkLedger.turnKey))
    .limit(ROWS_PER_READ);
}

export function findOwnSubscription(db: Database, userId: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
}
