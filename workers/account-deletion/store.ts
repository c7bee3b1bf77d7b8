import { and, asc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { type Database, runBatch } from "../db/client.ts";
import { isAmong } from "../db/owned-rows.ts";
import {
  accountDeletions,
  billingEvents,
  characterChats,
  characters,
  consents,
  feedback,
  liveSessions,
  sessions,
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
  const { id, userId, requestedAt } = deletion;
  const isOpen = and(eq(users.id, userId), isNull(users.deletionRequestedAt));
  const row = db
    .select({
      id: sql<string>`${id}`.as("id"),
      userId: users.id,
      requestedAt: sql<string>`${requestedAt}`.as("requested_at"),
    })
    .from(users)
    .where(isOpen);
  const [begun] = await db.batch([
    db.insert(accountDeletions).select(row).returning({ id: accountDeletions.id }),
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
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt)));
  return rows.length > 0;
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

/** Ids of what must be deleted before the user's rows. */
export type Belongings = { stories: string[]; chats: string[]; characters: string[]; sessions: string[] };

/** Marks everything as deleted and returns the ids. */
export async function takeInventory(db: Database, userId: string, now: Date): Promise<Belongings> {
  await runBatch(db, markDeleted(db, userId, now.toISOString()));
  const [storyRows, chatRows, characterRows, sessionRows] = await db.batch([
    db.select({ id: stories.id }).from(stories).where(eq(stories.userId, userId)),
    db.select({ id: characterChats.id }).from(characterChats).where(eq(characterChats.userId, userId)),
    db.select({ id: characters.id }).from(characters).where(eq(characters.userId, userId)),
    db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)),
  ]);
  const toIds = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return {
    stories: toIds(storyRows),
    chats: toIds(chatRows),
    characters: toIds(characterRows),
    sessions: toIds(sessionRows),
  };
}

/**
 * Deletes a user and all their rows in one transaction; consents and ledger stay under the pseudonym. It deletes only
 * the characters and sessions in `cleared`, and no conversation. If another one exists, its foreign key makes the whole
 * transaction fail. Works only while `isLeaving`.
 */
export async function deleteRows(
  db: Database,
  userId: string,
  {
    pseudonym,
    cleared,
    now,
  }: { pseudonym: string; cleared: Pick<Belongings, "characters" | "sessions">; now: Date },
): Promise<void> {
  await runBatch(db, [
    ...pseudonymise(db, userId, { pseudonym, before: now }),
    db.delete(billingEvents).where(eq(billingEvents.userId, userId)),
    db.delete(subscriptions).where(eq(subscriptions.userId, userId)),
    db.delete(liveSessions).where(eq(liveSessions.userId, userId)),
    db
      .delete(characters)
      .where(and(eq(characters.userId, userId), isAmong(characters.id, cleared.characters))),
    db.delete(sessions).where(and(eq(sessions.userId, userId), isAmong(sessions.id, cleared.sessions))),
    db.delete(users).where(and(eq(users.id, userId), isNotNull(users.deletionRequestedAt))),
  ]);
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
