import { beforeEach, describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { toMonth } from "#domain/plan.ts";
import { aStory, ledgerOf } from "#tests/durable-objects/story-reader.ts";
import {
  aPayer,
  aSubscriber,
  askForCheckout,
  clientFor,
  noLog,
  PayingSite,
  readTier,
} from "#tests/workers/helpers/billing.ts";
import { db, queryRows } from "#tests/workers/helpers/databases.ts";
import { countSparksUsed, reserveSparks, settleSparks } from "#workers/billing/spark-store.ts";
import { sweepReservations, sweepSubscriptions } from "#workers/billing/sweep.ts";
import { sparkLedger, subscriptions } from "#workers/db/schema/index.ts";

const DAY_MS = 86_400_000;

// A sweep reads everybody's subscription, and all tests share the database: customers of other tests belong to other
// accounts.
beforeEach(async () => {
  await db.delete(subscriptions);
});

/** Runs the sweep as if it were this many days later. */
function sweep(site: PayingSite, days = 1) {
  const now = () => new Date(Date.now() + days * DAY_MS);
  const openAccount = () => db;
  return sweepSubscriptions({ db, openAccount, stripe: clientFor(site.stripe), now, log: noLog });
}

it("handles an event that could not be handled when it came", async () => {
  const { site, member } = await aSubscriber();
  const [subscription] = (await site.stripe.api.subscriptions.list()).data;
  await site.stripe.api.subscriptions.cancel(String(subscription?.id));
  const body = (await site.webhookBodies()).at(-1) ?? "";
  await site.stripe.fail("/v1/subscriptions", 500, 3);
  expect((await site.deliver(body)).status).toBe(503);
  expect(await sweep(site, 0)).toEqual({ read: 1, failed: 0 });
  expect(await readTier(member)).toBe("free");
  expect(await sweep(site, 0)).toEqual({ read: 0, failed: 0 });
});

it("continues after one that can't be read, and leaves it for the next night", async () => {
  const { site, member } = await aPayer();
  const other = (await site.paidMember()).member;
  await site.stripe.fail("/v1/subscriptions", 400, 1);
  const { failed } = await sweep(site);
  expect(failed).toBe(1);
  const tiers = [await readTier(member), await readTier(other)];
  expect(tiers).toContain("premium");
  expect((await sweep(site)).failed).toBe(0);
  expect([await readTier(member), await readTier(other)]).toEqual(["premium", "premium"]);
});

it("skips recently read subscriptions, and people who only opened a checkout days ago", async () => {
  const site = new PayingSite();
  await askForCheckout(await site.consented());
  await sweep(site);
  expect(await sweep(site)).toEqual({ read: 0, failed: 0 });
});

describe("reservations that nobody settled", () => {
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
    expect(await ledgerOf(userId)).toEqual(["charged", "reserved"]);
    expect(await sweep(7)).toBe(1);
    expect(await ledgerOf(userId)).toEqual(["charged", "refunded"]);
    expect(await countSparksUsed(db, userId, toMonth(new Date()))).toBe(1);
    expect(await sweep(7)).toBe(0);
  });

  it("goes through as many as there are, in batches", async () => {
    const { userId } = await aStory();
    await queryRows(
      `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1200)
     INSERT INTO spark_ledger (turn_key, user_id, month, purpose, sparks, state, reserved_at)
     SELECT ?1 || '-' || n, ?1, '2026-01', 'image', 5, 'reserved', '2026-01-31T23:00:00.000Z' FROM number`,
      userId,
    );
    expect(await sweep(0)).toBe(1200);
    expect(await countSparksUsed(db, userId, "2026-01")).toBe(0);
  });
});
