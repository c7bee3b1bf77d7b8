import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import { toMonth } from "#domain/plan.ts";
import { aStory, aUser, ledgerOf } from "#tests/durable-objects/story-reader.ts";
import { askForCheckout, clientFor, noLog } from "#tests/workers/helpers/billing.ts";
import { queryRows } from "#tests/workers/helpers/databases.ts";
import { chooseSubscription } from "#workers/billing/choose-subscription.ts";
import { countSparksUsed, reserveSparks, settleSparks } from "#workers/billing/spark-store.ts";
import type { StripeSubscription } from "#workers/billing/stripe-client.ts";
import {
  beginRead,
  ensureCustomer,
  findSubscription,
  storeRead,
} from "#workers/billing/subscription-store.ts";
import { sweepReservations, sweepSubscriptions } from "#workers/billing/sweep.ts";
import { billingEvents, sparkLedger, subscriptions, users } from "#workers/db/schema/index.ts";
import { aPayer, aSubscriber, PayingSite, readTier } from "../helpers/billing.ts";
import { db } from "../helpers/databases.ts";
import { newSub } from "../helpers/site.ts";

async function last(site: PayingSite, type: string): Promise<string> {
  const body = (await site.webhookBodies()).findLast((text) => text.includes(`"type":"${type}"`));
  if (body === undefined) throw new Error(`There was no ${type}.`);
  return body;
}

it("a webhook is sent again if Stripe could not be reached, and is handled then", async () => {
  const { site, member } = await aPayer();
  const body = await last(site, "invoice.paid");
  await site.stripe.fail("/v1/subscriptions", 500, 3);
  const failed = await site.deliver(body);
  expect([failed.status, await readTier(member)]).toEqual([503, "free"]);
  expect((await site.deliver(body)).status).toBe(200);
  expect(await readTier(member)).toBe("premium");
});

it("a webhook that was changed, or has no signature, or another's, is refused", async () => {
  const { site, member } = await aPayer();
  const body = await last(site, "invoice.paid");
  const now = Math.floor(Date.now() / 1000);
  const signature = await site.sign(body, now);
  for (const [sent, header] of [
    [body.replace('"livemode":false', '"livemode":true'), signature],
    [body, ""],
    [body, "t=0,v1=00"],
    [body, signature.replace(/v1=.*/u, "v1=")],
    [body, signature.replace(String(now), String(now + 1))],
    [await last(site, "customer.subscription.created"), signature],
  ] as const) {
    expect((await site.deliverWith(sent, header)).status).toBe(400);
  }
  expect(await readTier(member)).toBe("free");
});

it("a webhook that is replayed does nothing within its five minutes, and is refused after them", async () => {
  const { site, member } = await aPayer();
  const body = await last(site, "invoice.paid");
  const signature = await site.sign(body);
  expect((await site.deliverWith(body, signature)).status).toBe(200);
  await db.update(users).set({ tier: "free" }).where(eq(users.id, member.sub));
  expect((await site.deliverWith(body, signature)).status).toBe(200);
  expect(await readTier(member), "it was handled twice").toBe("free");
  vi.setSystemTime(Date.now() + 301_000);
  expect((await site.deliverWith(body, signature)).status).toBe(400);
});

it("a webhook of a kind or a customer that is not ours is accepted and left alone", async () => {
  const site = new PayingSite();
  const other = new PayingSite();
  await other.paidMember();
  await site.paidMember();
  const body = await last(site, "invoice.paid");
  const event = JSON.parse(body);
  const foreign = JSON.stringify({
    ...event,
    id: "evt_foreign",
    data: { object: { ...event.data.object, customer: "cus_of_another_product" } },
  });
  const unknown = JSON.stringify({ ...event, id: "evt_unknown", type: "invoice.upcoming" });
  for (const sent of [foreign, unknown]) expect((await site.deliver(sent)).status).toBe(200);
  expect((await site.deliver("[]")).status).toBe(400);
  const stored = await db.select().from(billingEvents).where(eq(billingEvents.id, "evt_unknown"));
  expect(stored).toEqual([]);
});

it("a customer whom the database has lost in a restore is known again from the next event of the subscription, but not from its end", async () => {
  const { site, member } = await aSubscriber();
  const [subscription] = (await site.stripe.api.subscriptions.list()).data;
  const restore = async () => {
    await db.delete(billingEvents).where(eq(billingEvents.userId, member.sub));
    await db.delete(subscriptions).where(eq(subscriptions.userId, member.sub));
    await db.update(users).set({ tier: "free" }).where(eq(users.id, member.sub));
  };
  await restore();
  await site.deliver(await last(site, "customer.subscription.created"));
  expect(await readTier(member)).toBe("premium");
  expect(await findSubscription(db, member.sub)).toMatchObject({ customerId: subscription?.customer });

  await site.stripe.api.subscriptions.cancel(String(subscription?.id));
  await restore();
  await site.deliver(await last(site, "customer.subscription.deleted"));
  expect(await findSubscription(db, member.sub)).toBeNull();
});

/** A subscription as Stripe has it. */
const FOUND = {
  subscriptionId: "sub_1",
  priceId: "price_1",
  status: "active",
  currentPeriodEnd: "2030-01-01T00:00:00.000Z",
  endsAt: null,
  graceUntil: null,
} as const;

it("a subscription that can't be paid is kept while the card is tried again, for fourteen days at most", async () => {
  const { site, member } = await aSubscriber();
  const [{ customer: only } = { customer: "" }] = (await site.stripe.api.subscriptions.list()).data;
  const customer = String(only);
  await site.stripe.setCard(customer, true);
  await site.stripe.advance(32);
  await site.deliver(await last(site, "invoice.payment_failed"));
  const row = await findSubscription(db, member.sub);
  expect(row?.status).toBe("past_due");
  expect(await readTier(member)).toBe("premium");

  const end = Date.parse(String(row?.graceUntil));
  const [subscription] = (await site.stripe.api.subscriptions.list()).data;
  expect(end).toBe((Number(subscription?.items.data[0]?.current_period_start) + 14 * 86_400) * 1000);
  for (const [now, tier] of [
    [end - 1, "premium"],
    [end, "free"],
  ] as const) {
    const read = await beginRead(db, member.sub);
    const found = { ...FOUND, status: "past_due", graceUntil: row?.graceUntil ?? null } as const;
    expect(read && (await storeRead(db, read, { found, baseTier: "free", now: new Date(now) }))).toBe(tier);
  }

  await site.stripe.setCard(customer, false);
  await site.stripe.advance(5);
  await site.deliver(await last(site, "invoice.paid"));
  expect(await findSubscription(db, member.sub)).toMatchObject({ status: "active", graceUntil: null });
  expect(await readTier(member)).toBe("premium");
});

it("a subscription that ends leaves the tier that everybody has here", async () => {
  const site = new PayingSite({ BASE_TIER: "premium" });
  const { member } = await site.paidMember();
  await site.deliver(await last(site, "invoice.paid"));
  const [subscription] = (await site.stripe.api.subscriptions.list()).data;
  await site.stripe.api.subscriptions.cancel(String(subscription?.id));
  await site.deliver(await last(site, "customer.subscription.deleted"));
  expect((await findSubscription(db, member.sub))?.status).toBe("canceled");
  expect(await readTier(member)).toBe("premium");
});

it("reads that overtake one another end with the state of the read that began last", async () => {
  const userId = await aUser("free");
  const now = new Date();
  await ensureCustomer(db, userId, `cus_${userId}`, now);
  const older = await beginRead(db, userId);
  const newer = await beginRead(db, userId);
  if (older === null || newer === null) throw new Error("There is nothing to read.");
  expect(await storeRead(db, newer, { found: FOUND, baseTier: "free", now })).toBe("premium");
  expect(await storeRead(db, older, { found: null, baseTier: "free", now })).toBe("premium");
  expect(await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))).toMatchObject([
    { status: "active", storedRead: 2, readsBegun: 2 },
  ]);
  const last = await beginRead(db, userId);
  expect(last && (await storeRead(db, last, { found: null, baseTier: "free", now }))).toBe("free");
});

it("reads of a person who never began a checkout do nothing", async () => {
  expect(await beginRead(db, newSub())).toBeNull();
});

const OURS = ["price_new", "price_old"];

function subscription(changes: Partial<StripeSubscription> = {}, price = "price_new"): StripeSubscription {
  return {
    id: "sub_1",
    status: "active",
    created: 1_000,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    items: { data: [{ current_period_start: 86_400, current_period_end: 172_800, price: { id: price } }] },
    ...changes,
  };
}

it("the subscription that counts is one to a price of ours, also to one that was sold before", () => {
  expect(chooseSubscription([], OURS)).toBeNull();
  expect(chooseSubscription([subscription({}, "price_of_something_else")], OURS)).toBeNull();
  expect(chooseSubscription([subscription({}, "price_old")], OURS)).toMatchObject({ priceId: "price_old" });
});

it("the subscription that counts is the one that gives the most, and of equals the newest", () => {
  const found = [
    subscription({ id: "sub_ended", status: "canceled", created: 5_000 }),
    subscription({ id: "sub_late", status: "past_due", created: 4_000 }),
    subscription({ id: "sub_older" }),
    subscription({ id: "sub_newer", created: 2_000 }),
  ];
  const ids = [0, 1, 2].map((skip) => chooseSubscription(found.slice(0, 4 - skip), OURS)?.subscriptionId);
  expect(ids).toEqual(["sub_newer", "sub_older", "sub_late"]);
  expect(chooseSubscription(found.slice(0, 1), OURS)).toMatchObject({ status: "canceled" });
});

it("the subscription that counts has its end date from Stripe's fields: a past one is never that of the paid month", () => {
  const endOf = (changes: Partial<StripeSubscription>) =>
    chooseSubscription([subscription(changes)], OURS)?.endsAt;
  expect(endOf({})).toBeNull();
  expect(endOf({ cancel_at_period_end: true })).toBe("1970-01-03T00:00:00.000Z");
  expect(endOf({ cancel_at: 100_000 })).toBe("1970-01-02T03:46:40.000Z");
  expect(endOf({ status: "canceled", ended_at: 90_000 })).toBe("1970-01-02T01:00:00.000Z");
});

it("the subscription that counts has no days of grace once it is unpaid", () => {
  expect(chooseSubscription([subscription({ status: "unpaid" })], OURS)?.graceUntil).toBeNull();
});

describe("the sweep of subscriptions", () => {
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
});
