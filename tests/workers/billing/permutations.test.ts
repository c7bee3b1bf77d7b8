import { env } from "cloudflare:workers";
import { inArray } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, expect, inject, it } from "vitest";
import { StripeAccount } from "#tests/fakes/stripe-account.ts";
import { createRandom } from "#tests/harness/seeded-random.ts";
import { PREMIUM_PRICE_ID } from "#tools/local-services/stripe/catalogue.ts";
import { refreshSubscription } from "#workers/billing/refresh-subscription.ts";
import { StripeClient } from "#workers/billing/stripe-client.ts";
import { ensureCustomer, findSubscription, storeCheckout } from "#workers/billing/subscription-store.ts";
import { sweepSubscriptions } from "#workers/billing/sweep.ts";
import { handleWebhook } from "#workers/billing/webhook.ts";
import type { Database } from "#workers/db/client.ts";
import { billingEvents, subscriptions, users } from "#workers/db/schema/index.ts";
import { listShards, openShard } from "#workers/db/shards.ts";
import { aUser } from "../../durable-objects/story-reader.ts";
import { clientFor, noLog, SUCCESS_URL, WEBHOOK_SECRET } from "../helpers/billing.ts";
import { db, openDatabaseOf } from "../helpers/databases.ts";

const LIVES = 200;
const AT_ONCE = 25;
const DAY_MS = 86_400_000;
const made: string[] = [];

afterAll(async () => {
  for (let first = 0; first < made.length; first += 50) {
    const some = made.slice(first, first + 50);
    for (const table of [billingEvents, subscriptions]) {
      await db.delete(table).where(inArray(table.userId, some));
    }
    await db.delete(users).where(inArray(users.id, some));
  }
});

/**
 * A simulated subscription at its own Stripe account: what happens to it, and how the webhooks arrive. Its number is
 * the random seed.
 */
class Life {
  userId = "";
  readonly account = new StripeAccount(inject("stripeUrl"));
  readonly stripe = clientFor(this.account);
  readonly #random: () => number;
  customer = "";
  #db: Database | null = null;
  #seen = 0;
  #untold: Stripe.Event[] = [];
  lost = 0;
  delivered = 0;

  constructor(number: number) {
    this.#random = createRandom(number);
  }

  async begin(): Promise<void> {
    this.userId = await aUser("free");
    made.push(this.userId);
    this.customer = (await this.account.api.customers.create({})).id;
    await ensureCustomer(this.db, this.userId, this.customer, new Date());
    await this.#subscribe();
  }

  /** Opened once, because with several databases each opening asks the directory where the person is. */
  get db(): Database {
    this.#db ??= openDatabaseOf(this.userId);
    return this.#db;
  }

  /** Makes one change, then delivers some of the pending webhooks in any order, many at the same time. */
  async live(): Promise<void> {
    const { api } = this.account;
    const [current] = (await api.subscriptions.list({ customer: this.customer })).data;
    const choice = this.#choose(7);
    if (current === undefined) await this.#subscribe();
    else if (choice < 2) await this.account.setCancelAtPeriodEnd(this.customer, choice === 0);
    else if (choice === 2) await api.subscriptions.cancel(current.id);
    else if (choice < 5) await this.account.setCard(this.customer, choice === 3);
    else await this.account.advance(choice === 5 ? 4 : 32);
    await this.tell(0.5);
  }

  /** Delivers this share of the pending webhooks. */
  async tell(part: number): Promise<void> {
    const events = await this.account.events();
    for (const event of events.slice(this.#seen)) {
      if (this.#random() < 0.25) this.lost += 1;
      else this.#untold.push(...Array<Stripe.Event>(1 + this.#choose(2)).fill(event));
    }
    this.#seen = events.length;
    const order = this.#untold
      .map((event) => ({ event, place: this.#random() }))
      .sort((a, b) => a.place - b.place);
    const now = order.splice(0, Math.ceil(order.length * part));
    this.#untold = order.map(({ event }) => event);
    while (now.length > 0) {
      await Promise.all(now.splice(0, 1 + this.#choose(4)).map(({ event }) => this.#deliver(event)));
    }
  }

  async #deliver(event: Stripe.Event): Promise<void> {
    const payload = JSON.stringify(event);
    const { webhooks } = this.account.api;
    const signature = await webhooks.generateTestHeaderStringAsync({ payload, secret: WEBHOOK_SECRET });
    const parts = {
      openForCustomer: async () => this.db,
      stripe: this.stripe,
      now: () => new Date(),
      log: noLog,
    };
    await handleWebhook(parts, payload, signature);
    this.delivered += 1;
  }

  /** The state at Stripe. */
  async truth(): Promise<string> {
    const { data } = await this.account.api.subscriptions.list({ customer: this.customer });
    return data.some(({ status }) => status === "active" || status === "past_due") ? "premium" : "free";
  }

  async #subscribe(): Promise<void> {
    const session = await this.account.api.checkout.sessions.create({
      mode: "subscription",
      customer: this.customer,
      line_items: [{ price: PREMIUM_PRICE_ID, quantity: 1 }],
      success_url: SUCCESS_URL,
    });
    const row = await findSubscription(this.db, this.userId);
    const previous = row?.checkoutSessionId ?? null;
    await storeCheckout(this.db, this.userId, { sessionId: session.id, previous, now: new Date() });
    await this.account.pay(session.id);
  }

  /** A random whole number below `count`. */
  #choose(count: number): number {
    return Math.floor(this.#random() * count);
  }
}

async function liveAndTell(number: number): Promise<Life> {
  const life = new Life(number);
  await life.begin();
  for (let times = 0; times < number % 4; times++) await life.live();
  await life.tell(1);
  return life;
}

async function readTiers(lives: Life[]): Promise<(string | undefined)[]> {
  const ids = lives.map(({ userId }) => userId);
  const rows = await db.select({ id: users.id, tier: users.tier }).from(users).where(inArray(users.id, ids));
  const tiers = new Map(rows.map(({ id, tier }) => [id, tier]));
  return ids.map((id) => tiers.get(id));
}

/** A Worker's client for which each customer has an account of its own. */
class ManyAccounts extends StripeClient {
  readonly #lives: Life[];

  constructor(lives: Life[]) {
    super(clientFor(new StripeAccount(inject("stripeUrl"))).settings, noLog);
    this.#lives = lives;
  }

  override async listSubscriptions(customerId: string) {
    const life = this.#lives.find(({ customer }) => customer === customerId);
    return life === undefined ? [] : life.stripe.listSubscriptions(customerId);
  }
}

it(`${LIVES} subscriptions end in the right tier, in whatever order their webhooks come`, {
  timeout: 180_000,
}, async () => {
  let delivered = 0;
  let unheard = 0;
  const wrong: string[] = [];
  for (let first = 0; first < LIVES; first += AT_ONCE) {
    await db.delete(subscriptions); // one sweep reads all of them
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => first + index);
    const lives = await Promise.all(numbers.map(liveAndTell));
    const truths = await Promise.all(lives.map((life) => life.truth()));
    const told = await readTiers(lives);
    const parts = { stripe: new ManyAccounts(lives), now: () => new Date(), log: noLog };
    const returning = lives.filter((_, index) => index % 2 === 0);
    // As verify-payment does.
    await Promise.all(returning.map((life) => refreshSubscription({ ...parts, db: life.db }, life.userId)));
    const verified = await readTiers(lives);
    for (const shard of listShards(env).keys()) {
      await sweepSubscriptions({
        ...parts,
        db: openShard(env, shard),
        openAccount: openDatabaseOf,
        now: () => new Date(Date.now() + DAY_MS),
      });
    }
    const swept = await readTiers(lives);
    for (const [index, life] of lives.entries()) {
      delivered += life.delivered;
      if (told[index] !== truths[index]) unheard += 1;
      // If no webhook was lost, the webhooks alone are enough.
      const tiers = [
        swept[index],
        index % 2 === 0 ? verified[index] : null,
        life.lost === 0 ? told[index] : null,
      ];
      const isRight = tiers.every((tier) => tier === null || tier === truths[index]);
      if (!isRight) wrong.push(`${numbers[index]}: ${tiers} instead of ${truths[index]}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(delivered).toBeGreaterThan(LIVES * 3);
  expect(unheard, "no loss ever mattered: the last step was never put to the test").toBeGreaterThan(0);
});
