import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { measureProcessor } from "#tests/harness/runtime.ts";
import type { Measure } from "../harness/figures.ts";
import { figureOf, median, type Round } from "../harness/figures.ts";
import { type Delta, openBroadcast, openRelay, openStory, type Reply, type Talk } from "../harness/talk.ts";
import type { World } from "../harness/world.ts";

/** Conversations that stream at the same time. */
export const STREAMS = 50;
const EVERY_MS = 20; // 50 deltas a second
const DELTAS = 100;
const DELTAS_AT_ONCE = 25;
const REPLY_MS = DELTAS * EVERY_MS;
const REPLIES_PER_LANE = 3;
const DELTAS_A_RUN = DELTAS * REPLIES_PER_LANE;

/**
 * Many conversations, each of another person, at 50 deltas a second. First all are requested at the same moment; then
 * each has several replies in a row, with starts spread evenly over the length of a reply. The relay that stores is the
 * baseline of what a person waits for. The one that stores nothing is that of processor time: it is the least that the runtime
 * and the machine need in these minutes.
 */
export const measureStreams: Measure = async (world, count) => {
  const figures: Record<Name, Round[]> = {
    atOnce: [],
    running: [],
    delivered: [],
    processor: [],
    framing: [],
  };
  for (let round = 0; round < count; round += 1) {
    const { product, relay, bare } = await openLanes(world, round);
    for (const { talks } of [product, relay, bare]) await atOnce(talks); // warms up
    const burst = { product: await quietly(product, atOnce), baseline: await quietly(relay, atOnce) };
    figures.atOnce.push(each(burst, firstChunk));
    const ofProduct = await quietly(product, running);
    const ofRelay = await quietly(relay, running);
    const ofBare = await quietly(bare, running);
    figures.running.push(each({ product: ofProduct, baseline: ofRelay }, firstChunk));
    figures.delivered.push(each({ product: ofProduct, baseline: ofRelay }, deliveredShare));
    const beside = { product: ofProduct, baseline: ofBare };
    figures.processor.push(each(beside, ({ processorS }) => (1e6 * processorS) / (DELTAS_A_RUN * STREAMS)));
    figures.framing.push(each(beside, bytesPerDelta));
    for (const { talks } of [product, relay, bare]) for (const { line } of talks) line.close();
  }
  const rate = `${STREAMS} streams`;
  const beside = "to a relay that stores nothing";
  return [
    figureOf(`first chunk, ${rate} running`, "ms", figures.running, { of: "ratio", atMost: 3 }),
    figureOf(`first chunk, ${rate} asked for at once`, "ms", figures.atOnce, { of: "ratio", atMost: 3 }),
    figureOf(`deltas delivered, ${rate}`, "%", figures.delivered, { of: "product", atLeast: 98 }),
    figureOf(`processor, 1000 deltas, ${beside}`, "ms", figures.processor, { of: "ratio", atMost: 2 }),
    figureOf("frames without the text, a delta", "bytes", figures.framing, { of: "product", atMost: 60 }),
  ];
};

type Name = "atOnce" | "running" | "delivered" | "processor" | "framing";
/** The conversations of one side, and the process below which its runtime is. */
type Lanes = { talks: Talk[]; pid: number };
/** What a side has done, and the processor time of its runtime. */
type Run = { replies: Reply[]; processorS: number };

/** New stories for each round, so that all rounds are alike. */
async function openLanes(world: World, round: number) {
  const { url, pid } = world.relay();
  const product: Lanes = { talks: [], pid: world.product.pid };
  const relay: Lanes = { talks: [], pid };
  const bare: Lanes = { talks: [], pid };
  for (let lane = 0; lane < STREAMS; lane += 1) {
    const reader = world.reader(lane);
    product.talks.push(await openStory(reader, await reader.beginStory()));
    relay.talks.push(await openRelay(url, `lane-${round}-${lane}`));
    bare.talks.push(await openBroadcast(url, `lane-${round}-${lane}`));
  }
  return { product, relay, bare };
}

async function quietly({ talks, pid }: Lanes, measure: (talks: Talk[]) => Promise<Reply[]>): Promise<Run> {
  await quietDisk();
  const before = measureProcessor(pid);
  const replies = await measure(talks);
  return { replies, processorS: measureProcessor(pid) - before };
}

function each(sides: { product: Run; baseline: Run }, value: (run: Run) => number): Round {
  return { product: value(sides.product), baseline: value(sides.baseline) };
}

function atOnce(talks: Talk[]): Promise<Reply[]> {
  return Promise.all(talks.map((talk) => talk.ask({ pieces: DELTAS_AT_ONCE, everyMs: EVERY_MS })));
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

function firstChunk({ replies }: Run): number {
  return median(replies.map((reply) => reply.firstChunk));
}

function bytesPerDelta({ replies }: Run): number {
  const bytes = replies.reduce((sum, { wireBytes, textBytes }) => sum + wireBytes - textBytes, 0);
  return bytes / (replies.length * DELTAS);
}

/** The share, in percent, of the deltas sent while all streams ran that also arrived in that time. */
function deliveredShare({ replies }: Run): number {
  const deltas: Delta[] = replies.flatMap((reply) => reply.deltas);
  const begin = Math.min(...replies.map(({ deltas: [first] }) => first?.sent ?? Number.POSITIVE_INFINITY));
  const from = begin + REPLY_MS;
  const to = begin + REPLIES_PER_LANE * REPLY_MS;
  const within = (time: number) => time >= from && time < to;
  const offered = deltas.filter(({ sent }) => within(sent)).length;
  return (100 * deltas.filter(({ arrived }) => within(arrived)).length) / offered;
}

/** Time for the file system's own work after many small writes. */
const SETTLING_MS = 5_000;

/**
 * Resolves when earlier writes are on the disk. A side that writes every delta leaves much to write, which would slow
 * down the measurement of the other side.
 */
async function quietDisk(): Promise<void> {
  await promisify(execFile)("sync");
  await delay(SETTLING_MS);
}
