import { parseArgs } from "node:util";
import { type Figure, type Measure, tableOf } from "./harness/figures.ts";
import { startWorld } from "./harness/world.ts";
import { measureDistance, measureFirstChunk, measureFlood } from "./measures/first-chunk.ts";
import { measurePages } from "./measures/pages.ts";
import { measurePrompts } from "./measures/prompts.ts";
import { measureSearch, SEARCHED_STORIES } from "./measures/search.ts";
import { measureSize, SIZED_STORIES } from "./measures/size.ts";
import { measureStreams, STREAMS } from "./measures/streams.ts";

/*
 * `npm run bench`: the product as `npm start` serves it, side by side with a relay on the same runtime, model server and
 * machine. A measurement, not a test: it ends with 0 whatever the figures are, and with 1 when something broke.
 *
 * --rounds N   --only NAME,NAME
 */

const MEASURES: Record<string, Measure> = {
  "first-chunk": measureFirstChunk,
  distance: measureDistance,
  streams: measureStreams,
  flood: measureFlood,
  size: measureSize,
  pages: measurePages,
  prompts: measurePrompts,
  search: measureSearch,
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "5" },
      only: { type: "string", default: Object.keys(MEASURES).join(",") },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds is a number from 1, not ${rounds}.`);
  const chosen = values.only.split(",").map((name) => {
    const measure = MEASURES[name];
    if (measure === undefined) throw new Error(`--only knows ${Object.keys(MEASURES).join(", ")}.`);
    return { name, measure };
  });

  const names = chosen.map(({ name }) => name);
  const world = await startWorld({
    readers: names.includes("streams") ? STREAMS : 1,
    seeded: [
      ...(names.includes("size") ? SIZED_STORIES : []),
      ...(names.includes("search") ? SEARCHED_STORIES : []),
    ],
  });
  const figures: Figure[] = [];
  try {
    for (const { name, measure } of chosen) {
      const began = performance.now();
      figures.push(...(await measure(world, rounds)));
      process.stderr.write(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
    }
  } finally {
    await world.stop();
    process.stdout.write(`\n${tableOf(figures)}\n`); // of those so far, if a later measurement failed
  }
}

await main();
