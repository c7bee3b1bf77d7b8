import { beforeEach, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { toMonth } from "#domain/plan.ts";
import { countSparksUsed, reserveSparks, settleSparks } from "#workers/billing/store.ts";
import { sweepReservations } from "#workers/billing/sweep.ts";
import { sparkLedger } from "#workers/db/schema/index.ts";
import { aStory, ledgerOf } from "../../durable-objects/story-reader.ts";
import { noLog } from "../helpers/billing.ts";
import { d1, db } from "../helpers/databases.ts";

const HOUR_MS = 3_600_000;

/** Runs the sweep as if it were this many hours later. */
function sweep(hours: number): Promise<number> {
  return sweepReservations({ db, now: () => new Date(Date.now() + hours * HOUR_MS), log: noLog });
}

async function reserve(userId: string): Promise<string> {
  const turnKey = createId();
  await reserveSparks(db, { turnKey, userId, purpose: "story-passage", sparks: 1 }, new Date());
  return turnKey;
}

// A sweep settles everybody's reservations, and all tests share the database.
beforeEach(async () => {
  await db.delete(sparkLedger);
});

it("refunds reservations that are hours old, once, and leaves charged and recent ones", async () => {
  const { userId } = await aStory();
  await settleSparks(db, userId, await reserve(userId), true, new Date());
  await reserve(userId);
  expect(await sweep(1)).toBe(0);
  expect((await ledgerOf(userId)).sort()).toEqual(["charged", "reserved"]);
  expect(await sweep(7)).toBe(1);
  expect((await ledgerOf(userId)).sort()).toEqual(["charged", "refunded"]);
  expect(await countSparksUsed(db, userId, toMonth(new Date()))).toBe(1);
  expect(await sweep(7)).toBe(0);
});

it("goes through as many as there are, in batches", async () => {
  const { userId } = await aStory();
  await d1
    .prepare(
      `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1200)
     INSERT INTO spark_ledger (turn_key, user_id, month, purpose, sparks, state, reserved_at)
     SELECT ?1 || '-' || n, ?1, '2026-01', 'image', 5, 'reserved', '2026-01-31T23:00:00.000Z' FROM number`,
    )
    .bind(userId)
    .run();
  expect(await sweep(0)).toBe(1200);
  expect(await countSparksUsed(db, userId, "2026-01")).toBe(0);
});
