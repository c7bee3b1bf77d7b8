import { setTimeout as delay } from "node:timers/promises";
import { figureOf, type Measure, median, type Round } from "../harness/figures.ts";
import { openStory } from "../harness/talk.ts";
import { startWorld, type World } from "../harness/world.ts";

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
