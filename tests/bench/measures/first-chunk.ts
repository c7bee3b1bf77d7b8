import { setTimeout as delay } from "node:timers/promises";
import { figureOf, type Round } from "../harness/figures.ts";
import type { Measure } from "../harness/measure.ts";
import { median } from "../harness/statistics.ts";
import { openRelay, openStory, type Talk } from "../harness/talk.ts";

const REPLIES_PER_ROUND = 15;
/** The next message is sent after the last reply is settled, as a person would do. */
const PAUSE_MS = 60;
const WARM_UP = 10;

/** The time from sending a message to the first text of its reply, on an idle server. */
export const measureFirstChunk: Measure = async (world, { rounds: count }) => {
  const reader = world.reader();
  const rounds: Round[] = [];
  const accepted: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    // A new story each round: a growing context would make each round slower. size.ts measures that.
    const product = await openStory(reader, await reader.api.beginStory());
    const relay = await openRelay(world.relay.url, `first-chunk-${round}`);
    for (const talk of [product, relay]) await firstChunks(talk, round === 0 ? WARM_UP : 1);
    const ofProduct = await firstChunks(product, REPLIES_PER_ROUND);
    const ofRelay = await firstChunks(relay, REPLIES_PER_ROUND);
    rounds.push({ product: ofProduct.firstChunk, baseline: ofRelay.firstChunk });
    accepted.push({ product: ofProduct.accepted, baseline: ofRelay.accepted });
    for (const { line } of [product, relay]) line.close();
  }
  return [
    figureOf("first chunk, 1 stream", "ms", rounds, { of: "ratio", atMost: 2.2 }),
    figureOf("  of it until accepted and stored", "ms", accepted, { of: "ratio", atMost: 3 }),
  ];
};

async function firstChunks(talk: Talk, count: number): Promise<{ firstChunk: number; accepted: number }> {
  const replies = [];
  for (let index = 0; index < count; index += 1) {
    replies.push(await talk.ask({ pieces: 5, everyMs: 5 }));
    await delay(PAUSE_MS);
  }
  return {
    firstChunk: median(replies.map(({ firstChunk }) => firstChunk)),
    accepted: median(replies.map(({ accepted }) => accepted)),
  };
}
