import * as v from "valibot";
import { figureOf, type Round } from "../harness/figures.ts";
import type { Measure } from "../harness/measure.ts";
import { openRelay, openStory } from "../harness/talk.ts";

const PLAN = { pieces: 200, everyMs: 20 };
const MOST_ROUNDS = 2; // it is a count, not a time

const turnSchema = v.object({ event: v.literal("turn"), requestId: v.string(), rowsWritten: v.number() });

/** SQLite rows that a reply of 200 deltas in 4 s writes, from the log line of the turn. */
export const measureRows: Measure = async (world, { rounds: count }) => {
  const reader = world.reader();
  const product = await openStory(reader, await reader.api.beginStory());
  const relay = await openRelay(world.relay.url, "rows");
  const rounds: Round[] = [];
  for (let round = 0; round < Math.min(count, MOST_ROUNDS); round += 1) {
    const [reply, ofRelay] = await Promise.all([product.ask(PLAN), relay.ask(PLAN)]);
    rounds.push({
      product: await rowsOf(() => world.product.output, reply.requestId),
      baseline: ofRelay.rowsWritten,
    });
  }
  for (const { line } of [product, relay]) line.close();
  return [
    figureOf(`rows written, ${PLAN.pieces} deltas in 4 s`, "rows", rounds, { of: "product", atMost: 60 }),
  ];
};

const LOG_LIMIT_MS = 5_000;

/** Reads the log until it has the line of the turn. */
async function rowsOf(output: () => string, requestId: string): Promise<number> {
  const deadline = performance.now() + LOG_LIMIT_MS;
  while (performance.now() < deadline) {
    for (const line of output().split("\n")) {
      if (!line.includes(requestId) || !line.startsWith("{")) continue;
      const turn = v.safeParse(turnSchema, JSON.parse(line));
      if (turn.success) return turn.output.rowsWritten;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("The product has logged no line for a turn.");
}
