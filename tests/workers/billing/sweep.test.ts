import { beforeEach, expect, it } from "vitest";
import { sweepSubscriptions } from "#workers/billing/sweep.ts";
import { subscriptions } from "#workers/db/schema/index.ts";
import { askForCheckout, clientFor, noLog, PayingSite, readTier } from "../helpers/billing.ts";
import { db } from "../helpers/databases.ts";

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
  const site = new PayingSite();
  const member = await site.premiumMember();
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
  const site = new PayingSite();
  const { member } = await site.paidMember();
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
