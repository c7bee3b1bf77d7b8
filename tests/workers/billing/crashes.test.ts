import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { toMonth } from "#domain/plan.ts";
import { sparksUsed } from "#workers/billing/store.ts";
import { openPrimaryDatabase } from "#workers/db/client.ts";
import { sparkLedger } from "#workers/db/schema/index.ts";
import {
  aStory,
  eventually,
  killObject,
  messagesOf,
  type Story,
  StoryReader,
} from "../../durable-objects/story-reader.ts";
import { replyScript } from "../../fakes/reply-script.ts";

const STORIES = 20;
const CRASHES_EACH = 10;
/** About as long as a turn of the script takes, so that a crash falls before, into or after it. */
const TURN_MS = 120;

/** A number from 0 to 1 that a seed decides. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Asks for a text and kills the object at a random moment, again and again. */
async function crash(story: Story, random: () => number): Promise<void> {
  for (let count = 0; count < CRASHES_EACH; count += 1) {
    const { reader } = await StoryReader.join(story);
    reader.write(replyScript({ pieces: 10, everyMs: 8 }, `Crash ${count}`));
    await scheduler.wait(random() * TURN_MS);
    await killObject(story.stub);
  }
}

it("the ledger balances after 200 crashes at random moments", async () => {
  const random = createRandom(20_261_122);
  const written = await Promise.all(Array.from({ length: STORIES }, () => aStory()));
  await Promise.all(written.map((story) => crash(story, random)));
  const db = openPrimaryDatabase(env.DB);
  let charged = 0;
  for (const story of written) {
    const readLedger = () => db.select().from(sparkLedger).where(eq(sparkLedger.userId, story.userId));
    await eventually(
      async () => {
        const ledger = await readLedger();
        const replies = (await messagesOf(story.stub)).filter(({ role }) => role === "assistant");
        const paid = ledger.filter(({ state }) => state === "charged").map(({ turnKey }) => turnKey);
        expect(ledger.filter(({ state }) => state === "reserved")).toEqual([]);
        expect(paid.sort()).toEqual(replies.map(({ messageId }) => `${story.storyId}:${messageId}`).sort());
        expect(replies.every(({ content }) => content !== "")).toBe(true);
      },
      { timeout: 75_000, interval: 250 },
    );
    const sum = (await readLedger())
      .filter(({ state }) => state === "charged")
      .reduce((total, { sparks }) => total + sparks, 0);
    expect(await sparksUsed(db, story.userId, toMonth(new Date()))).toBe(sum);
    charged += sum;
  }
  expect(charged).toBeGreaterThan(0);
}, 100_000);
