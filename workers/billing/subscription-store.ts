import { and, asc, eq, gt, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type { Tier } from "#domain/plan.ts";
import type { Database } from "../db/client.ts";
import { selectRow } from "../db/row-selection.ts";
import { billingEvents, subscriptions, users } from "../db/schema/index.ts";
import type { SubscriptionState } from "./choose-subscription.ts";
import type { CustomerEvent } from "./stripe-client.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

export async function findSubscription(db: Database, userId: string): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return row ?? null;
}

/** Longer than opening a checkout takes: one that a crash has ended keeps nobody out for longer. */
const OPENING_MS = 60_000;

/** Begins to open a checkout, unless the user is opening one already. Returns whether it was begun. */
export async function beginCheckout(db: Database, userId: string, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - OPENING_MS).toISOString();
  const begun = await db
    .update(users)
    .set({ checkoutBegunAt: now.toISOString() })
    .where(and(eq(users.id, userId), or(isNull(users.checkoutBegunAt), lt(users.checkoutBegunAt, before))))
    .returning({ id: users.id });
  return begun.length > 0;
}

export async function endCheckout(db: Database, userId: string): Promise<void> {
  await db.update(users).set({ checkoutBegunAt: null }).where(eq(users.id, userId));
}

/** Stores the user's customer unless one is stored, and returns the stored row. */
export async function ensureCustomer(
  db: Database,
  userId: string,
  customerId: string,
  now: Date,
): Promise<SubscriptionRow> {
  const [, [row]] = await db.batch([
    db
      .insert(subscriptions)
      .values({ userId, customerId, createdAt: now.toISOString() })
      .onConflictDoNothing({ target: subscriptions.userId }),
    db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
  ]);
  if (!row) throw new Error("A customer's row is missing right after it was made.");
  return row;
}

/** Replaces a customer that the provider has deleted. The row stays, because it counts the reads. */
export async function replaceCustomer(
  db: Database,
  userId: string,
  change: { gone: string; customerId: string },
): Promise<void> {
  await db
    .update(subscriptions)
    .set({ customerId: change.customerId })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.customerId, change.gone)));
}

/**
 * Stores the latest checkout, unless another one was stored since `previous` was read, or the account is being deleted: the deletion ends
 * only what is stored before it. Returns whether it was stored.
 */
export async function storeCheckout(
  db: Database,
  userId: string,
  { sessionId, previous, now }: { sessionId: string; previous: string | null; now: Date },
): Promise<boolean> {
  const stored = await db
    .update(subscriptions)
    .set({ checkoutSessionId: sessionId, checkoutStartedAt: now.toISOString() })
    .where(
      and(
        eq(subscriptions.userId, userId),
        sql`${subscriptions.checkoutSessionId} IS ${previous}`,
        sql`EXISTS (SELECT 1 FROM ${users} WHERE id = ${userId} AND deletion_requested_at IS NULL)`,
      ),
    )
    .returning({ userId: subscriptions.userId });
  return stored.length > 0;
}

/** A numbered read of a customer's subscriptions at the provider. */
export type SubscriptionRead = { userId: string; number: number; customerId: string };

const READ = {
  userId: subscriptions.userId,
  number: subscriptions.readsBegun,
  customerId: subscriptions.customerId,
};

/** Gives a read its number before it is made; `null`: this user has never begun a checkout. */
export async function beginRead(db: Database, userId: string): Promise<SubscriptionRead | null> {
  const [begun] = await db
    .update(subscriptions)
    .set({ readsBegun: sql`${subscriptions.readsBegun} + 1` })
    .where(eq(subscriptions.userId, userId))
    .returning(READ);
  return begun ?? null;
}

/** Whether an event in `billing_events` is not handled yet: no read that began after the event is stored. */
const isUnhandled = sql`billing_events.user_id = subscriptions.user_id AND billing_events.reads_begun >= subscriptions.stored_read`;

/**
 * Stores a webhook's event and begins the read that it asks for, in one transaction. `null`: the event is handled
 * already, or no user has this customer. A user without a customer has this one from now on: a restored database may have lost it.
 */
export async function beginReadForEvent(
  db: Database,
  event: CustomerEvent,
  now: Date,
): Promise<SubscriptionRead | null> {
  const isTheirs = eq(subscriptions.customerId, event.customerId);
  const lost = { userId: sql`${users.id}`, customerId: event.customerId, createdAt: now.toISOString() };
  const isHere = and(eq(users.id, event.userId ?? ""), isNull(users.deletionRequestedAt));
  const row = {
    id: event.id,
    type: event.type,
    receivedAt: now.toISOString(),
    userId: sql`${subscriptions.userId}`,
    readsBegun: sql`${subscriptions.readsBegun}`,
  };
  const [, , [begun]] = await db.batch([
    db
      .insert(subscriptions)
      .select(selectRow(subscriptions, lost, sql`FROM ${users} WHERE ${isHere}`))
      .onConflictDoNothing(),
    db
      .insert(billingEvents)
      .select(selectRow(billingEvents, row, sql`FROM ${subscriptions} WHERE ${isTheirs}`))
      .onConflictDoNothing(),
    db
      .update(subscriptions)
      .set({ readsBegun: sql`${subscriptions.readsBegun} + 1` })
      .where(
        and(isTheirs, sql`EXISTS (SELECT 1 FROM ${billingEvents} WHERE id = ${event.id} AND ${isUnhandled})`),
      )
      .returning(READ),
  ]);
  return begun ?? null;
}

/**
 * Stores what was read, unless a later read is stored already, and sets the tier from the stored state, in one
 * transaction. Returns the tier.
 */
export async function storeRead(
  db: Database,
  { userId, number }: Pick<SubscriptionRead, "userId" | "number">,
  read: { found: SubscriptionState | null; baseTier: Tier; now: Date },
): Promise<Tier> {
  const state = read.found ?? NO_SUBSCRIPTION;
  const [, [user]] = await db.batch([
    db
      .update(subscriptions)
      .set({ ...state, storedRead: number, readAt: read.now.toISOString() })
      .where(and(eq(subscriptions.userId, userId), lt(subscriptions.storedRead, number))),
    setTier(db, userId, read).returning({ tier: users.tier }),
  ]);
  return user?.tier ?? read.baseTier;
}

const NO_SUBSCRIPTION = {
  subscriptionId: null,
  priceId: null,
  status: null,
  currentPeriodEnd: null,
  endsAt: null,
  graceUntil: null,
};

/** The tier follows from the stored subscription alone. `baseTier`: the tier without one. */
function setTier(db: Database, userId: string, { baseTier, now }: { baseTier: Tier; now: Date }) {
  return db
    .update(users)
    .set({
      tier: sql`CASE WHEN EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.userId} = ${userId} AND (${isPaid(now)}))
        THEN 'premium' ELSE ${baseTier} END`,
    })
    .where(eq(users.id, userId));
}

/** The condition that a stored subscription makes its user Premium: it is paid, or its last payment failed a few days ago. */
function isPaid(now: Date) {
  return or(
    inArray(subscriptions.status, ["active", "trialing"]),
    and(eq(subscriptions.status, "past_due"), gt(subscriptions.graceUntil, now.toISOString())),
  );
}

/** Deletes events that are too old to be repeated. */
export async function deleteOldEvents(db: Database, before: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, before.toISOString()));
}

/**
 * Users whose stored subscription may be out of date: an event was not handled, a checkout has no result, or a
 * subscription that has not ended was not read since `readBefore`. The least recently read come first.
 */
export async function findStaleUsers(
  db: Database,
  since: { checkouts: Date; readBefore: Date },
  limit: number,
): Promise<string[]> {
  const unhandled = sql`EXISTS (SELECT 1 FROM ${billingEvents} WHERE ${isUnhandled})`;
  const rows = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(
      or(
        unhandled,
        and(
          gt(subscriptions.checkoutStartedAt, since.checkouts.toISOString()),
          or(isNull(subscriptions.readAt), lt(subscriptions.readAt, subscriptions.checkoutStartedAt)),
        ),
        and(
          notInArray(subscriptions.status, ["canceled", "incomplete_expired"]),
          lt(subscriptions.readAt, since.readBefore.toISOString()),
        ),
      ),
    )
    .orderBy(asc(subscriptions.readAt), asc(subscriptions.userId))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}
