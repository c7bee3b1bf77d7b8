import { setTimeout as delay } from "node:timers/promises";
import { figureOf, type Measure, median, type Round } from "#tests/bench/harness/figures.ts";
import { openRelay, openStory, type Reply, type Talk } from "#tests/bench/harness/talk.ts";
import { startWorld, type World } from "#tests/bench/harness/world.ts";

const REPLIES = 15;
/** How often the two sides take turns in a round. */
const TURNS = 3;
/** The next message is sent after the last reply is settled, as a person would do. */
const PAUSE_MS = 60;
const WARM_UP = 10;

/**
 * The time from sending a message to the first text of its reply, on an idle server. Each round starts both sides anew: the ratio of
 * two processes stays the same for as long as they run, and is up to 8 % larger or smaller with two others.
 */
export const measureFirstChunk: Measure = async (world, count) => {
  const rounds: { firstChunk: Round; accepted: Round }[] = [];
  for (let round = 0; round < count; round += 1) {
    if (round > 0) await world.restart();
    rounds.push(await measureOnce(world, round));
  }
  const list = (name: "firstChunk" | "accepted") => rounds.map((round) => round[name]);
  return [
    figureOf("first chunk, 1 stream", "ms", list("firstChunk"), { of: "ratio", atMost: 2.4 }),
    figureOf("  of it until accepted and stored", "ms", list("accepted"), { of: "ratio", atMost: 2.8 }),
  ];
};

async function measureOnce(world: World, round: number): Promise<{ firstChunk: Round; accepted: Round }> {
  const reader = world.reader();
  const replies: Record<"product" | "relay", Reply[]> = { product: [], relay: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    // A new story each time: a growing context would make each turn slower. size.ts measures that.
    const product = await openStory(reader, await reader.beginStory());
    const relay = await openRelay(world.relay().url, `first-chunk-${round}-${turn}`);
    for (const talk of [product, relay]) await ask(talk, turn === 0 ? WARM_UP : 1);
    replies.product.push(...(await ask(product, REPLIES)));
    replies.relay.push(...(await ask(relay, REPLIES)));
    for (const { line } of [product, relay]) line.close();
  }
  const compare = (name: "firstChunk" | "accepted"): Round => ({
    product: median(replies.product.map((reply) => reply[name])),
    baseline: median(replies.relay.map((reply) => reply[name])),
  });
  return { firstChunk: compare("firstChunk"), accepted: compare("accepted") };
}

async function ask(talk: Talk, count: number): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let index = 0; index < count; index += 1) {
    replies.push(await talk.ask({ pieces: 5, everyMs: 5 }));
    await delay(PAUSE_MS);
  }
  return replies;
}

const DELTAS = 2_000;
const FLOODS_PER_ROUND = 2;
const FLOOD_PAUSE_MS = 100;

/** A model that writes as fast as it can: the time from the message to the end of its reply. */
export const measureFlood: Measure = async (world, count) => {
  const reader = world.reader();
  const rounds: Round[] = [];
  for (let round = -1; round < count; round += 1) {
    // A new story each round, so that both sides send the same prompt in every round.
    const product = await openStory(reader, await reader.beginStory());
    const relay = await openRelay(world.relay().url, `flood-${round}`);
    const measured = { product: await floods(product), baseline: await floods(relay) };
    if (round >= 0) rounds.push(measured); // the first warms up
    for (const { line } of [product, relay]) line.close();
  }
  return [figureOf(`flood of ${DELTAS} deltas`, "ms", rounds, { of: "ratio", atMost: 1 })];
};

async function floods(talk: Talk): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < FLOODS_PER_ROUND; index += 1) {
    times.push((await talk.ask({ pieces: DELTAS, everyMs: 0 })).complete);
    await delay(FLOOD_PAUSE_MS);
  }
  return median(times);
}

/** Before each call of D1, while a model takes this long to its first word. */
const DATABASE_MS = 100;
const FIRST_WORD_MS = 300;
const SAMPLES = 3;
const REPLY = { pieces: 2, everyMs: 0, firstMs: FIRST_WORD_MS };

/** How long the first word takes with D1 far away, to D1 beside it. `tests/workers/routes/rounds.test.ts` counts calls that wait. */
export const measureDistance: Measure = async (_world, count) => {
  const world = await startWorld({ start: "tests/bench/distance/start.ts" });
  try {
    const rounds: Round[] = [];
    for (let round = 0; round < count; round += 1) {
      const near = await measureFirstWord(world, 0);
      rounds.push({ product: await measureFirstWord(world, DATABASE_MS), baseline: near });
    }
    const name = `first word, D1 at ${DATABASE_MS} ms to 0 ms`;
    return [figureOf(name, "ms", rounds, { of: "ratio", atMost: 1.1 })];
  } finally {
    await world.stop();
  }
};

/** The median of some replies in a new story, in which one was written before: one story takes few sends in a minute. */
async function measureFirstWord(world: World, databaseMs: number): Promise<number> {
  const address = new URL("/bench/distance", world.product.origin);
  await fetch(address, { method: "PUT", body: JSON.stringify(databaseMs) });
  const reader = world.reader();
  const talk = await openStory(reader, await reader.beginStory());
  const times: number[] = [];
  for (let index = 0; index <= SAMPLES; index += 1) {
    const { firstChunk } = await talk.ask(REPLY);
    if (index > 0) times.push(firstChunk);
    await delay(4 * DATABASE_MS); // its settlement is far away, too
  }
  talk.line.close();
  return median(times);
}
