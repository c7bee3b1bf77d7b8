import { setTimeout as delay } from "node:timers/promises";
import { figureOf, type Round } from "../harness/figures.ts";
import type { Measure } from "../harness/measure.ts";
import { median } from "../harness/statistics.ts";
import { openRelay, openStory, type Talk } from "../harness/talk.ts";

const DELTAS = 2_000;
const FLOODS_PER_ROUND = 2;
const PAUSE_MS = 100;

/** A model that writes as fast as it can: the time from the message to the end of its reply. */
export const measureFlood: Measure = async (world, { rounds: count }) => {
  const reader = world.reader();
  const rounds: Round[] = [];
  for (let round = -1; round < count; round += 1) {
    // A new story each round, so that both sides send the same prompt in every round.
    const product = await openStory(reader, await reader.api.beginStory());
    const relay = await openRelay(world.relay.url, `flood-${round}`);
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
    await delay(PAUSE_MS);
  }
  return median(times);
}
