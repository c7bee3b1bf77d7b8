import { and, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { PLAN_LIMITS, TIERS, toMonth } from "#domain/plan.ts";
import { FREE_STOPS, type RateLimit } from "#domain/rate-limits.ts";
import type { Database } from "../db/client.ts";
import { selectRow } from "../db/row-selection.ts";
import { sparkLedger, users } from "../db/schema/index.ts";

export type SparkPurpose = (typeof sparkLedger.$inferSelect)["purpose"];
export type SparkReservation = {
  /** `<conversation>:<replyId>`, or `<purpose>:<id>` outside conversations: the same turn is never charged twice. */
  turnKey: string;
  userId: string;
  purpose: SparkPurpose;
  sparks: number;
};

/** The allowance of the user's tier at the moment of the statement, as SQL, from the plan table. */
const allowance = sql.join(
  [
    sql`CASE ${users.tier}`,
    ...TIERS.map((tier) => sql`WHEN ${tier} THEN ${PLAN_LIMITS[tier].sparksPerMonth}`),
    sql`END`,
  ],
  sql` `,
);

/**
 * Reserves Sparks if this month's allowance has enough left. It is one statement, so that two turns at the same time
 * cannot both take the last Spark. Repeating it for the same turn reserves nothing more. `findReservation` tells whether it
 * succeeded: run both in one batch. `limit`: how many of its purpose the person may reserve within a window, also if they are
 * refunded afterwards.
 */
export function reserveSparks(db: Database, reservation: SparkReservation, now: Date, limit?: RateLimit) {
  const { turnKey, userId, purpose, sparks } = reservation;
  const isWithin = limit
    ? sql`(SELECT count(*) ${findWork({ userId, purpose, windowS: limit.windowS }, now)}) < ${limit.limit}`
    : undefined;
  const month = toMonth(now);
  const reserved = { state: "reserved" as const, month, reservedAt: now.toISOString() };
  const hasEnough = and(
    eq(users.id, userId),
    sql`${sumSparksUsedByOthers(userId, month, turnKey)} + ${sparks} <= ${allowance}`,
    isWithin,
  );
  // A refunded key may be reserved again. One that is still reserved, because a crash cut its turn off, counts from now on, so that
  // the sweep of old reservations leaves it to this turn.
  return db
    .insert(sparkLedger)
    .select(selectRow(sparkLedger, { ...reservation, ...reserved }, sql`FROM ${users} WHERE ${hasEnough}`))
    .onConflictDoUpdate({
      target: sparkLedger.turnKey,
      set: { ...reserved, settledAt: null },
      setWhere: and(ne(sparkLedger.state, "charged"), eq(sparkLedger.userId, userId)),
    });
}

type Work = { userId: string; purpose: SparkPurpose; windowS: number };

/** Part of a statement: a person's reservations of one purpose within a window, including refunded ones. */
function findWork({ userId, purpose, windowS }: Work, now: Date): SQL {
  const since = new Date(now.getTime() - windowS * 1000);
  return sql`FROM ${sparkLedger} AS counted
    WHERE counted.user_id = ${userId} AND counted.month IN (${toMonth(since)}, ${toMonth(now)})
      AND counted.purpose = ${purpose} AND counted.reserved_at > ${since.toISOString()}`;
}

/** How often a person has reserved Sparks for a purpose within a window, and when first (ISO 8601). */
export function readWorkBegun(db: Database, work: Work, now: Date) {
  return db
    .select({
      count: sql<number>`(SELECT count(*) ${findWork(work, now)})`.as("count"),
      firstAt: sql<string | null>`(SELECT min(counted.reserved_at) ${findWork(work, now)})`.as("first_at"),
    })
    .from(users)
    .where(eq(users.id, work.userId));
}

/** Part of a statement: what counts against a month. */
export function sumSparksUsed(userId: string, month: string): SQL<number> {
  return sql<number>`(SELECT coalesce(sum(counted.sparks), 0) ${findCounted(userId, month)})`;
}

/** The same, except for one key. Its row is read by itself: the index of the sum has no keys, so each row of the month would be read. */
function sumSparksUsedByOthers(userId: string, month: string, key: string): SQL<number> {
  const own = sql`(SELECT counted.sparks ${findCounted(userId, month)} AND counted.turn_key = ${key})`;
  return sql<number>`(${sumSparksUsed(userId, month)} - coalesce(${own}, 0))`;
}

function findCounted(userId: string, month: string): SQL {
  return sql`FROM ${sparkLedger} AS counted
    WHERE counted.user_id = ${userId} AND counted.month = ${month} AND counted.state <> 'refunded'`;
}

/** The ledger row of a turn that is reserved or charged; `null` means that the reservation was refused. */
export function findReservation(db: Database, userId: string, turnKey: string) {
  return db
    .select({ state: sparkLedger.state, sparks: sparkLedger.sparks })
    .from(sparkLedger)
    .where(isOpen(userId, turnKey));
}

/** The same for a conversation's reply, with whether a stop before any text is free, and how many Sparks are left this month. */
export function findReplyReservation(db: Database, userId: string, turnKey: string, now: Date) {
  const freeStops = countFreeStops(userId, turnKey, now);
  return db
    .select({
      state: sparkLedger.state,
      sparks: sparkLedger.sparks,
      isStopFree: sql`${freeStops} < ${FREE_STOPS.limit}`.mapWith(Boolean).as("is_stop_free"),
      sparksLeft: sql<number>`(SELECT ${allowance} FROM ${users} WHERE id = ${userId})
        - ${sumSparksUsed(userId, toMonth(now))}`.as("sparks_left"),
    })
    .from(sparkLedger)
    .where(isOpen(userId, turnKey));
}

function isOpen(userId: string, turnKey: string) {
  return and(
    eq(sparkLedger.turnKey, turnKey),
    eq(sparkLedger.userId, userId),
    ne(sparkLedger.state, "refunded"),
  );
}

/**
 * The person's free stops in the window, and their other unsettled replies, because each of those may become one. So
 * replies that are written at the same time never get more free stops together than the limit.
 */
function countFreeStops(userId: string, turnKey: string, now: Date): SQL<number> {
  const since = new Date(now.getTime() - FREE_STOPS.windowS * 1000);
  return sql<number>`((SELECT count(*) FROM ${sparkLedger} AS counted
      WHERE counted.user_id = ${userId} AND counted.free_stop_at > ${since.toISOString()})
    + (SELECT count(*) FROM ${sparkLedger} AS counted
      WHERE counted.user_id = ${userId} AND counted.month IN (${toMonth(since)}, ${toMonth(now)})
        AND counted.state = 'reserved' AND counted.purpose IN ('story-passage', 'chat-reply')
        AND counted.turn_key <> ${turnKey}))`;
}

/**
 * Settles a reservation: charged or refunded. Changes nothing if it is settled already or if the turn reserved nothing,
 * so it is safe to retry.
 */
export function settleSparks(db: Database, userId: string, turnKey: string, charge: boolean, now: Date) {
  return db
    .update(sparkLedger)
    .set({ state: charge ? "charged" : "refunded", settledAt: now.toISOString() })
    .where(isReserved(userId, turnKey));
}

function isReserved(userId: string, turnKey: string) {
  return and(
    eq(sparkLedger.turnKey, turnKey),
    eq(sparkLedger.userId, userId),
    eq(sparkLedger.state, "reserved"),
  );
}

/** Refunds a reply that the person stopped before any text, and counts it as a free stop. Safe to retry. */
export function refundFreeStop(db: Database, userId: string, turnKey: string, now: Date) {
  const at = now.toISOString();
  return db
    .update(sparkLedger)
    .set({ state: "refunded", settledAt: at, freeStopAt: at })
    .where(isReserved(userId, turnKey));
}

/**
 * Refunds what was reserved this month for a purpose before `before` and never settled: the request that reserved it
 * ended without settling it. For purposes that nothing else repairs.
 */
export function refundAbandoned(
  db: Database,
  userId: string,
  purpose: SparkPurpose,
  { before, now }: { before: Date; now: Date },
) {
  return db
    .update(sparkLedger)
    .set({ state: "refunded", settledAt: now.toISOString() })
    .where(
      and(
        eq(sparkLedger.userId, userId),
        eq(sparkLedger.month, toMonth(now)),
        eq(sparkLedger.purpose, purpose),
        eq(sparkLedger.state, "reserved"),
        lt(sparkLedger.reservedAt, before.toISOString()),
      ),
    );
}

/**
 * Refunds up to `limit` unsettled reservations from before `before`, of any user and any purpose. Returns their keys.
 */
export function refundForgotten(
  db: Database,
  { before, now, limit }: { before: Date; now: Date; limit: number },
) {
  // The state is written into the SQL, not bound: only then does SQLite use the partial index of reserved rows.
  const forgotten = db
    .select({ turnKey: sparkLedger.turnKey })
    .from(sparkLedger)
    .where(and(sql`state = 'reserved'`, lt(sparkLedger.reservedAt, before.toISOString())))
    .limit(limit);
  return db
    .update(sparkLedger)
    .set({ state: "refunded", settledAt: now.toISOString() })
    .where(and(inArray(sparkLedger.turnKey, forgotten), eq(sparkLedger.state, "reserved")))
    .returning({ turnKey: sparkLedger.turnKey });
}

/** Sparks that count against a month: reserved and charged ones. */
export async function countSparksUsed(db: Database, userId: string, month: string): Promise<number> {
  const [row] = await db
    .select({ used: sumSparksUsed(userId, month).as("used") })
    .from(users)
    .where(eq(users.id, userId));
  return row?.used ?? 0;
}
