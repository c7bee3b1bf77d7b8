import { and, asc, eq, gt, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type { Tier } from "#domain/plan.ts";
import type { Database } from "../db/client.ts";
import { billingEvents, subscriptions, users } from "../db/schema/index.ts";
import type { SubscriptionState } from "./subscription.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;

export async function findSubscription(db: Database, userId: string): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return row ?? null;
}

/** Stores which customer a user is, unless that is known, and gives what is known. */
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

/** Puts another customer in the place of one that the provider does not know any more. The row stays: it counts the reads. */
export async function replaceCustomer(
  db: Database,
  userId: string,
  change: { gone: string; customerId: string },
): Promise<void> {
  await db
    .update(subscriptions)
    .set({ customerId: change.customerId, checkoutSessionId: null, checkoutStartedAt: null })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.customerId, change.gone)));
}

/** Stores the checkout begun last, unless another one was begun since `previous` was read. Whether it was stored. */
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
        or(
          previous === null
            ? isNull(subscriptions.checkoutSessionId)
            : eq(subscriptions.checkoutSessionId, previous),
          eq(subscriptions.checkoutSessionId, sessionId), // the same request, sent twice
        ),
      ),
    )
    .returning({ userId: subscriptions.userId });
  return stored.length > 0;
}

/** A read at the provider: its number, and what has to be read. */
export type SubscriptionRead = { userId: string; number: number; customerId: string };

const READ = {
  userId: subscriptions.userId,
  number: subscriptions.readsBegun,
  customerId: subscriptions.customerId,
};

/** Numbers a read before it is made; `null`: this user has never begun a checkout. */
export async function beginRead(db: Database, userId: string): Promise<SubscriptionRead | null> {
  const [begun] = await db
    .update(subscriptions)
    .set({ readsBegun: sql`${subscriptions.readsBegun} + 1` })
    .where(eq(subscriptions.userId, userId))
    .returning(READ);
  return begun ?? null;
}

/** Whether an event in `billing_events` is not handled yet: no read that began after it came is stored. */
const isUnhandled = sql`billing_events.user_id = subscriptions.user_id AND billing_events.reads_begun >= subscriptions.stored_read`;

/**
 * Notes a webhook's event and begins the read that it asks for, in one transaction. `null`: it is handled already, or nobody here is this
 * customer.
 */
export async function beginReadForEvent(
  db: Database,
  event: { id: string; type: string; customerId: string },
  now: Date,
): Promise<SubscriptionRead | null> {
  const row = db
    .select({
      id: sql<string>`${event.id}`.as("id"),
      userId: subscriptions.userId,
      type: sql<string>`${event.type}`.as("type"),
      receivedAt: sql<string>`${now.toISOString()}`.as("received_at"),
      readsBegun: subscriptions.readsBegun,
    })
    .from(subscriptions)
    .where(eq(subscriptions.customerId, event.customerId));
  const [, [begun]] = await db.batch([
    db.insert(billingEvents).select(row).onConflictDoNothing(),
    db
      .update(subscriptions)
      .set({ readsBegun: sql`${subscriptions.readsBegun} + 1` })
      .where(
        and(
          eq(subscriptions.customerId, event.customerId),
          sql`EXISTS (SELECT 1 FROM ${billingEvents} WHERE id = ${event.id} AND ${isUnhandled})`,
        ),
      )
      .returning(READ),
  ]);
  return begun ?? null;
}

/**
 * Stores what was read, unless a read that began later is stored already, and sets the tier from what is stored then: one transaction. Gives
 * the tier.
 */
export async function storeRead(
  db: Database,
  { userId, number }: Pick<SubscriptionRead, "userId" | "number">,
  read: { found: SubscriptionState | null; now: Date },
): Promise<Tier> {
  const state = read.found ?? NO_SUBSCRIPTION;
  const [, [user]] = await db.batch([
    db
      .update(subscriptions)
      .set({ ...state, storedRead: number, readAt: read.now.toISOString() })
      .where(and(eq(subscriptions.userId, userId), lt(subscriptions.storedRead, number))),
    setTier(db, userId, read.now).returning({ tier: users.tier }),
  ]);
  return user?.tier ?? "free";
}

const NO_SUBSCRIPTION = {
  subscriptionId: null,
  priceId: null,
  status: null,
  currentPeriodEnd: null,
  endsAt: null,
  graceUntil: null,
};

/** The one statement that sets a tier: it follows from the stored subscription and nothing else. */
function setTier(db: Database, userId: string, now: Date) {
  const isPaid = sql`status IN ('active', 'trialing') OR (status = 'past_due' AND grace_until > ${now.toISOString()})`;
  return db
    .update(users)
    .set({
      tier: sql`CASE WHEN EXISTS (SELECT 1 FROM ${subscriptions} WHERE user_id = ${userId} AND (${isPaid}))
        THEN 'premium' ELSE 'free' END`,
    })
    .where(eq(users.id, userId));
}

/** Forgets events that are older than any repetition of them. */
export async function deleteOldEvents(db: Database, before: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, before.toISOString()));
}

/**
 * Users whose stored subscription may not be what the provider has: an event that was not handled, a checkout that nothing was heard of, and
 * any subscription that has not ended and was not read since `readBefore`. Those read longest ago come first; `skip` of them are left out.
 */
export async function findStaleUsers(
  db: Database,
  since: { checkouts: Date; readBefore: Date },
  page: { skip: number; limit: number },
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
    .limit(page.limit)
    .offset(page.skip);
  return rows.map(({ userId }) => userId);
}
