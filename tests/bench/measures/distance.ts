import { setTimeout as delay } from "node:timers/promises";
import { startFakeIssuer } from "#tests/fakes/issuer.ts";
import { toSettings } from "#tests/faults/harness/world.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import type { Measure } from "../harness/figures.ts";
import { figureOf, median, type Round } from "../harness/figures.ts";
import type { Reader } from "../harness/line.ts";
import { startProgram } from "../harness/program.ts";
import { openStory } from "../harness/talk.ts";
import { createReaders } from "../harness/world.ts";

/** Before each call of D1, while a model takes this long to its first word. */
const DATABASE_MS = 100;
const FIRST_WORD_MS = 300;
const SAMPLES = 3;
const REPLY = { pieces: 2, everyMs: 0, firstMs: FIRST_WORD_MS };

/** How long the first word takes with D1 far away, to D1 beside it. `tests/workers/routes/rounds.test.ts` counts calls that wait. */
export const measureDistance: Measure = async (_world, { rounds: count }) => {
  const model = await startProgram("tests/bench/model.ts");
  const issuer = await startFakeIssuer();
  const env = toSettings(model, issuer);
  const product = await Product.start({ env, start: "tests/bench/distance/start.ts" });
  try {
    const reader = await createReaders(product.origin, issuer)();
    await product.stop();
    makeAllPremium(product.stateDir);
    await product.startAgain();
    const rounds: Round[] = [];
    for (let round = 0; round < count; round += 1) {
      const near = await measureFirstWord(product, reader, 0);
      rounds.push({ product: await measureFirstWord(product, reader, DATABASE_MS), baseline: near });
    }
    const name = `first word, D1 at ${DATABASE_MS} ms to 0 ms`;
    return [figureOf(name, "ms", rounds, { of: "ratio", atMost: 1.1 })];
  } finally {
    await product.dispose();
    await Promise.all([model.stop(), issuer.close()]);
  }
};

/** The median of some replies in a new story, in which one was written before: one story takes few sends in a minute. */
async function measureFirstWord(product: Product, reader: Reader, databaseMs: number): Promise<number> {
  const address = new URL("/bench/distance", product.origin);
  await fetch(address, { method: "PUT", body: JSON.stringify(databaseMs) });
  const talk = await openStory(reader, await reader.api.beginStory());
  const times: number[] = [];
  for (let index = 0; index <= SAMPLES; index += 1) {
    const { firstChunk } = await talk.ask(REPLY);
    if (index > 0) times.push(firstChunk);
    await delay(4 * DATABASE_MS); // its settlement is far away, too
  }
  talk.line.close();
  return median(times);
}
