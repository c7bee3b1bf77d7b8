import { and, asc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { hashKeyed, toHex } from "#domain/hash.ts";
import { OWNED_TABLES, TABLES_OF_THINGS, THING_KINDS, type ThingKind } from "../db/account-data.ts";
import { type Database, runBatch } from "../db/client.ts";
import { isAmong } from "../db/owned-rows.ts";
import { selectRow } from "../db/row-selection.ts";
import {
  accountDeletions,
  characterChats,
  characters,
  consents,
  feedback,
  sparkLedger,
  stories,
  subscriptions,
  users,
} from "../db/schema/index.ts";

export type AccountDeletion = typeof accountDeletions.$inferSelect;

/**
 * Begins a deletion, unless one has begun: from now on all sessions have ended, the person can't sign in, and nothing
 * of theirs is listed. Returns whether this call began it.
 */
export async function beginDeletion(db: Database, deletion: AccountDeletion): Promise<boolean> {
  const { userId, requestedAt } = deletion;
  const isOpen = and(eq(users.id, userId), isNull(users.deletionRequestedAt));
  const [begun] = await db.batch([
    db
      .insert(accountDeletions)
      .select(selectRow(accountDeletions, deletion, sql`FROM ${users} WHERE ${isOpen}`))
      .returning({ id: accountDeletions.id }),
    db
      .update(users)
      .set({ deletionRequestedAt: requestedAt, sessionEpoch: sql`${users.sessionEpoch} + 1` })
      .where(isOpen),
    ...markDeleted(db, userId, requestedAt),
  ]);
  return begun.length > 0;
}

export async function findDeletion(db: Database, id: string): Promise<AccountDeletion | null> {
  const [row] = await db.select().from(accountDeletions).where(eq(accountDeletions.id, id));
  return row ?? null;
}

/** Unfinished deletions that were requested before `before`, the oldest first. */
export function listOpenDeletions(db: Database, before: Date, limit: number) {
  return db
    .select()
    .from(accountDeletions)
    .where(lt(accountDeletions.requestedAt, before.toISOString()))
    .orderBy(asc(accountDeletions.requestedAt))
    .limit(limit);
}

export async function finishDeletion(db: Database, id: string): Promise<void> {
  await db.delete(accountDeletions).where(eq(accountDeletions.id, id));
}

/**
 * Whether the account's rows still exist and it is being deleted. After the deletion the same person may have a new
 * account.
 */
export async function isLeaving(db: Database, userId: string): Promise<boolean> {
  const isTheirs = and(eq(users.id, userId), isNotNull(users.deletionRequestedAt));
  return (await db.$count(users, isTheirs)) > 0;
}

/**
 * Marks every conversation and character of a user as deleted, because an object deletes its data only if its row is
 * marked. Only for a user whose account is being deleted. Repeating it finds what a request in progress has added.
 */
function markDeleted(db: Database, userId: string, deletedAt: string) {
  const isUserLeaving = sql`EXISTS (SELECT 1 FROM users
    WHERE users.id = ${userId} AND users.deletion_requested_at IS NOT NULL)`;
  return [stories, characterChats, characters].map((table) =>
    db
      .update(table)
      .set({ deletedAt })
      .where(and(eq(table.userId, userId), isNull(table.deletedAt), isUserLeaving)),
  );
}

/** The ids of what must be cleared before the user's rows are deleted. */
export type Inventory = Record<ThingKind, string[]>;

/** Marks everything as deleted and returns the ids. */
export async function takeInventory(db: Database, userId: string, now: Date): Promise<Inventory> {
  await runBatch(db, markDeleted(db, userId, now.toISOString()));
  const found = await Promise.all(
    THING_KINDS.map(async (kind) => {
      const { id, userId: owner } = TABLES_OF_THINGS[kind];
      const rows = await db.select({ id }).from(TABLES_OF_THINGS[kind]).where(eq(owner, userId));
      return [kind, rows.map((row) => row.id)] as const;
    }),
  );
  return Object.fromEntries(found) as Inventory;
}

/**
 * Deletes a user and all their rows in one transaction; what the law requires us to keep stays under the pseudonym. It deletes only
 * the characters and sessions in `cleared`, and no conversation. If another one exists, its foreign key makes the whole
 * transaction fail. Works only while `isLeaving`.
 */
export async function deleteRows(
  db: Database,
  userId: string,
  { pseudonym, cleared, now }: { pseudonym: string; cleared: Inventory; now: Date },
): Promise<void> {
  const deletions = OWNED_TABLES.toReversed().flatMap(({ table, atDeletion, isOwned }) => {
    const own = isOwned(userId);
    if (table === users) return [db.delete(users).where(and(own, isNotNull(users.deletionRequestedAt)))];
    if (atDeletion === "delete") return [db.delete(table).where(own)];
    if (atDeletion !== "delete-with-things") return [];
    return THING_KINDS.filter((kind) => TABLES_OF_THINGS[kind] === table).map((kind) =>
      db.delete(table).where(and(own, isAmong(TABLES_OF_THINGS[kind].id, cleared[kind]))),
    );
  });
  await runBatch(db, [...pseudonymise(db, userId, { pseudonym, before: now }), ...deletions]);
}

/**
 * Removes the person (id and IP address) from records that the law requires us to keep, up to `before`. Unsettled
 * reservations are refunded.
 */
export function pseudonymise(
  db: Database,
  userId: string,
  { pseudonym, before }: { pseudonym: string; before: Date },
) {
  const until = before.toISOString();
  return [
    db
      .update(consents)
      .set({ userId: pseudonym, ip: null })
      .where(and(eq(consents.userId, userId), lt(consents.timestamp, until))),
    db
      .update(sparkLedger)
      .set({
        userId: pseudonym,
        state: sql`CASE ${sparkLedger.state} WHEN 'reserved' THEN 'refunded' ELSE ${sparkLedger.state} END`,
      })
      .where(and(eq(sparkLedger.userId, userId), lt(sparkLedger.reservedAt, until))),
  ];
}

/** The user's customer at the payment provider and their latest checkout; `null`: they have never begun one. */
export async function findCustomer(db: Database, userId: string) {
  const [row] = await db
    .select({
      customerId: subscriptions.customerId,
      checkoutSessionId: subscriptions.checkoutSessionId,
    })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  return row ?? null;
}

/** Deletes a person's feedback. `directories`: from `openDirectories`. */
export async function deleteFeedback(
  directories: readonly Database[],
  userId: string,
  before: Date,
): Promise<void> {
  const isOld = lt(feedback.createdAt, before.toISOString());
  for (const directory of directories)
    await directory.delete(feedback).where(and(eq(feedback.userId, userId), isOld));
}

/**
 * Replaces a deleted person's id in consents and ledger: a keyed hash of the id. Without the key nobody can find the
 * person from it; with the key, the records of a person who asks can be found.
 */
export async function toPseudonym(userId: string, secret: string): Promise<string> {
  return `deleted-${toHex(await hashKeyed(`deleted account ${userId}`, secret))}`;
}
