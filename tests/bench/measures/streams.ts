import { setTimeout as delay } from "node:timers/promises";
import { figureOf, type Round } from "../harness/figures.ts";
import type { Measure } from "../harness/measure.ts";
import { quietDisk } from "../harness/quiet-disk.ts";
import { median, quantile } from "../harness/statistics.ts";
import { type Delta, openRelay, openStory, type Reply, type Talk } from "../harness/talk.ts";
import type { World } from "../harness/world.ts";

const EVERY_MS = 20; // 50 deltas a second
const DELTAS = 100;
const REPLY_MS = DELTAS * EVERY_MS;
const REPLIES_PER_LANE = 3;

/**
 * Many conversations, each of another person, at 50 deltas a second. First all are requested at the same moment; then
 * each has several replies in a row, with starts spread evenly over the length of a reply.
 */
export const measureStreams: Measure = async (world, { rounds: count, streams }) => {
  const figures: Record<"atOnce" | "running" | "late" | "lateMedian" | "delivered", Round[]> = {
    atOnce: [],
    running: [],
    late: [],
    lateMedian: [],
    delivered: [],
  };
  for (let round = 0; round < count; round += 1) {
    const { product, relay } = await openLanes(world, streams, round);
    for (const talks of [product, relay]) await atOnce(talks, 25); // warms up
    const burst = await eachQuietly(product, relay, (talks) => atOnce(talks, 25));
    figures.atOnce.push(each(burst, (replies) => median(replies.map(({ firstChunk }) => firstChunk))));
    const steady = await eachQuietly(product, relay, running);
    figures.running.push(each(steady, (replies) => median(replies.map(({ firstChunk }) => firstChunk))));
    figures.late.push(each(steady, (replies) => quantile(lateness(replies), 0.99)));
    figures.lateMedian.push(each(steady, (replies) => median(lateness(replies))));
    figures.delivered.push(each(steady, deliveredShare));
    for (const { line } of [...product, ...relay]) line.close();
  }
  const rate = `${streams} streams`;
  return [
    figureOf(`first chunk, ${rate} running`, "ms", figures.running, { of: "ratio", atMost: 3 }),
    figureOf(`first chunk, ${rate} asked for at once`, "ms", figures.atOnce, { of: "ratio", atMost: 3 }),
    figureOf(`deltas late, p99, ${rate}`, "ms", figures.late, { of: "product", atMost: 150 }),
    figureOf("  median", "ms", figures.lateMedian, null),
    figureOf(`deltas delivered, ${rate}`, "%", figures.delivered, { of: "product", atLeast: 98 }),
  ];
};

/** New stories for each round, so that all rounds are alike. */
async function openLanes(world: World, streams: number, round: number) {
  const product: Talk[] = [];
  const relay: Talk[] = [];
  for (let lane = 0; lane < streams; lane += 1) {
    const reader = world.reader(lane);
    product.push(await openStory(reader, await reader.api.beginStory()));
    relay.push(await openRelay(world.relayUrl, `lane-${round}-${lane}`));
  }
  return { product, relay };
}

async function eachQuietly(product: Talk[], relay: Talk[], measure: (talks: Talk[]) => Promise<Reply[]>) {
  await quietDisk();
  const ofProduct = await measure(product);
  await quietDisk();
  return { product: ofProduct, baseline: await measure(relay) };
}

function each(sides: { product: Reply[]; baseline: Reply[] }, value: (replies: Reply[]) => number): Round {
  return { product: value(sides.product), baseline: value(sides.baseline) };
}

function atOnce(talks: Talk[], pieces: number): Promise<Reply[]> {
  return Promise.all(talks.map((talk) => talk.ask({ pieces, everyMs: EVERY_MS })));
}

async function running(talks: Talk[]): Promise<Reply[]> {
  const lanes = talks.map(async (talk, lane) => {
    await delay((lane * REPLY_MS) / talks.length);
    const replies: Reply[] = [];
    for (let count = 0; count < REPLIES_PER_LANE; count += 1) {
      replies.push(await talk.ask({ pieces: DELTAS, everyMs: EVERY_MS }));
    }
    return replies;
  });
  return (await Promise.all(lanes)).flat();
}

function lateness(replies: Reply[]): number[] {
  return replies.flatMap(({ deltas }) => deltas.map(({ sent, arrived }) => arrived - sent));
}

/** The share, in percent, of the deltas sent while all streams ran that also arrived in that time. */
function deliveredShare(replies: Reply[]): number {
  const deltas: Delta[] = replies.flatMap((reply) => reply.deltas);
  const begin = Math.min(...replies.map(({ deltas: [first] }) => first?.sent ?? Number.POSITIVE_INFINITY));
  const from = begin + REPLY_MS;
  const to = begin + REPLIES_PER_LANE * REPLY_MS;
  const within = (time: number) => time >= from && time < to;
  const offered = deltas.filter(({ sent }) => within(sent)).length;
  return (100 * deltas.filter(({ arrived }) => within(arrived)).length) / offered;
}
