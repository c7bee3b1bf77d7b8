import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, inject, it } from "vitest";
import { toMonth } from "#domain/plan.ts";
import { createRandom } from "#tests/harness/seeded-random.ts";
import { type Around, watchBindings } from "#tests/harness/watched-bindings.ts";
import { countSparksUsed } from "#workers/billing/spark-store.ts";
import { sweepReservations } from "#workers/billing/sweep.ts";
import { sparkLedger } from "#workers/db/schema/index.ts";
import {
  aStory,
  eventually,
  killObject,
  messagesOf,
  type Story,
  StoryReader,
} from "../../durable-objects/story-reader.ts";
import { FILLED_FORM, replyScript } from "../../fakes/reply-script.ts";
import { createCharacter, createChat } from "../characters/people.ts";
import { noLog } from "../helpers/billing.ts";
import { db, givePremium, queryObject, queryRows, replaceDatabases } from "../helpers/databases.ts";
import { type Person, siteWithImages, TestSite } from "../helpers/site.ts";

/*
 * 120 crashes at random times: 40 in turns of stories, and 20 each while a suggestion is made, a form is filled in, a portrait is made,
 * and a picture of a chat is made.
 */
const STORIES = 8;
const CRASHES_EACH = 5;
const REQUESTS_EACH = 20;
/** About the length of a scripted turn, so that a crash comes before, during or after it. */
const TURN_MS = 120;
/** Slightly more calls than a request makes, so that a crash comes before, between or after them. */
const CALLS = 12;

function readLedger(userId: string) {
  return db.select().from(sparkLedger).where(eq(sparkLedger.userId, userId));
}

/** The sum of the charges; expects that the month's figure is the same. */
async function expectBalance(userId: string): Promise<number> {
  const ledger = await readLedger(userId);
  expect(ledger.filter(({ state }) => state === "reserved")).toEqual([]);
  const charged = ledger.filter(({ state }) => state === "charged");
  const sum = charged.reduce((total, { sparks }) => total + sparks, 0);
  expect(await countSparksUsed(db, userId, toMonth(new Date()))).toBe(sum);
  return sum;
}

/** Refunds the reservations that crashes left, as the nightly run does. */
function sweep(): Promise<number> {
  return sweepReservations({ db, now: () => new Date(Date.now() + 7 * 3_600_000), log: noLog });
}

/** Requests a text and aborts the object at a random time, again and again. */
async function crashTurns(story: Story, random: () => number): Promise<void> {
  for (let count = 0; count < CRASHES_EACH; count += 1) {
    const { reader } = await StoryReader.join(story);
    reader.write(replyScript({ pieces: 10, everyMs: 8 }, `Crash ${count}`));
    await scheduler.wait(random() * TURN_MS);
    await killObject(story.stub);
  }
}

/** A crash leaves at most the Spark of the next reply reserved. */
async function expectOneReservedAtMost({ storyId, stub, userId }: Story): Promise<void> {
  await eventually(
    async () => {
      const [row] = await queryObject(stub, "SELECT active_request_id, next_reply_id FROM conversation");
      expect(row?.["active_request_id"]).toBeNull();
      const reserved = (await readLedger(userId)).filter(({ state }) => state === "reserved");
      expect([[], [`${storyId}:${row?.["next_reply_id"]}`]]).toContainEqual(
        reserved.map(({ turnKey }) => turnKey),
      );
    },
    { timeout: 75_000, interval: 250 },
  );
}

/** Resolves when every reply of a story is charged once, and nothing else is. */
async function expectRepliesPaid(story: Story): Promise<void> {
  const { storyId, stub, userId } = story;
  await expectOneReservedAtMost(story);
  const { reader } = await StoryReader.join(story);
  await reader.exchange("After all crashes");
  await eventually(
    async () => {
      const turns = (await readLedger(userId)).filter(({ purpose }) => purpose !== "suggestion");
      const replies = (await messagesOf(stub)).filter(({ role }) => role === "assistant");
      const paid = turns.filter(({ state }) => state === "charged").map(({ turnKey }) => turnKey);
      expect(turns.filter(({ state }) => state === "reserved")).toEqual([]);
      expect(paid.sort()).toEqual(replies.map(({ messageId }) => `${storyId}:${messageId}`).sort());
      expect(replies.every(({ content }) => content !== "")).toBe(true);
    },
    { timeout: 75_000, interval: 250 },
  );
}

it("the ledger balances after crashes in the turns of stories, and while suggestions are made", async () => {
  const random = createRandom(20_261_122);
  const written = await Promise.all(Array.from({ length: STORIES }, () => aStory()));
  await Promise.all(written.map((story) => crashTurns(story, random)));
  for (const story of written) await expectRepliesPaid(story);
  for (let count = 0; count < REQUESTS_EACH; count += 1) {
    const story = written[count % STORIES];
    if (story) await crashSuggestion(story, random);
  }
  await sweep();
  let charged = 0;
  for (const story of written) {
    const ledger = await readLedger(story.userId);
    const paid = ledger.filter(({ purpose, state }) => purpose === "suggestion" && state === "charged");
    const shown = await listShownSuggestions(story);
    // A suggestion that was shown but not settled before the crash is free; nothing is charged that was not shown.
    for (const { turnKey } of paid) expect(shown).toContain(turnKey);
    charged += await expectBalance(story.userId);
  }
  expect(charged).toBeGreaterThan(0);
}, 150_000);

async function crashSuggestion(story: Story, random: () => number): Promise<void> {
  const asked = story.stub.suggest({ another: false }).catch(() => undefined); // the connection ends with the object
  await scheduler.wait(random() * TURN_MS);
  await killObject(story.stub);
  await asked;
}

/** The ledger keys of the suggestions that a story has shown. */
async function listShownSuggestions({ stub, storyId }: Story): Promise<string[]> {
  const rows = await queryObject(stub, "SELECT head_id FROM suggestions WHERE shown = 1");
  return rows.map((row) => `${storyId}:suggestion:${row["head_id"]}`);
}

/**
 * A person of `site` on Premium, and a way to send their requests to a Worker that crashes after a given number of
 * calls.
 */
async function aPersonWhoseWorkerDies(site: TestSite) {
  let callsLeft = Number.POSITIVE_INFINITY;
  const around: Around = async (_, call) => {
    if (callsLeft <= 0) throw new Error("killed by the test");
    callsLeft -= 1;
    return call();
  };
  const person = await site.consented();
  await givePremium(person.sub);
  const { PORTRAITS, CHARACTER_CHAT } = env;
  const used = { ...replaceDatabases((database) => database), PORTRAITS, CHARACTER_CHAT };
  const dying = new TestSite({ ...site.env, ...watchBindings(used, around) });
  const browser = dying.browser(person.cookies);
  return {
    person,
    /** Sends a request during which the Worker crashes after `calls` calls. Returns whether it was still answered. */
    async send(path: string, body: unknown, calls: number): Promise<boolean> {
      callsLeft = calls;
      const response = await browser.send("POST", path, body).catch(() => null);
      callsLeft = Number.POSITIVE_INFINITY;
      return response?.ok ?? false;
    },
  };
}

type PaidRequest = {
  site: TestSite;
  /** Prepares the request; returns it with a function that finds its result. */
  prepare: (person: Person) => Promise<{ path: string; body: unknown; findResult?: () => Promise<unknown> }>;
};

const PAID_REQUESTS: Record<string, PaidRequest> = {
  "a form is filled in": {
    site: new TestSite({
      AI_BASE_URL: `${inject("modelUrl")}/v1`,
      AI_MODEL: "scripted",
      AI_STRUCTURED_MODEL: "scripted-json",
    }),
    prepare: async () => ({
      path: "/api/prompts/generate-full",
      body: {
        currentData: { description: replyScript({ json: FILLED_FORM }, "A lost boat.") },
        generateFullForm: true,
      },
    }),
  },
  "a portrait is made": {
    site: siteWithImages(),
    prepare: async (person) => {
      const { characterId } = await createCharacter(person);
      const find = "SELECT portrait_key AS key FROM characters WHERE id = ?";
      return {
        path: `/api/images/character/${characterId}`,
        body: { style: "sketch" },
        findResult: async () => (await queryRows(find, characterId))[0]?.["key"],
      };
    },
  },
  "a picture of a chat is made": {
    site: siteWithImages(),
    prepare: async (person) => {
      const { chatId } = await createChat(person);
      const path = `/api/character-chats/${chatId}`;
      await person.post(`${path}/messages`, {
        content: replyScript({ text: "She lifts the lamp." }, "Look!"),
      });
      const stub = env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId));
      return {
        path: `${path}/picture`,
        body: {},
        findResult: async () => (await messagesOf(stub)).at(-1)?.metadata.generatedImage?.url,
      };
    },
  },
};

it.each(Object.entries(PAID_REQUESTS))(
  "the ledger balances after crashes while %s",
  async (_, { site, prepare }) => {
    const random = createRandom(20_261_124);
    const { person, send } = await aPersonWhoseWorkerDies(site);
    const { path, body, findResult } = await prepare(person);
    const countCharged = async () =>
      (await readLedger(person.sub)).filter(({ state }) => state === "charged").length;
    const takeStock = async () => ({ charged: await countCharged(), result: await findResult?.() });
    const outcomes = new Set<string>();
    for (let count = 0; count < REQUESTS_EACH; count += 1) {
      const before = await takeStock();
      const isAnswered = await send(path, body, Math.floor(random() * CALLS));
      const after = await takeStock();
      const isCharged = after.charged > before.charged;
      if (isAnswered) expect(isCharged, "paid, as it was answered").toBe(true);
      if (isCharged && findResult) expect(after.result, "what was paid for").not.toBe(before.result);
      outcomes.add(isCharged ? "charged" : "not charged");
    }
    await sweep();
    expect(await expectBalance(person.sub)).toBeGreaterThan(0);
    expect([...outcomes].sort()).toEqual(["charged", "not charged"]);
  },
  60_000,
);
