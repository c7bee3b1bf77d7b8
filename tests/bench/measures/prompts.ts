import { setTimeout as delay } from "node:timers/promises";
import {
  SCRIPTED_CHARACTER,
  SCRIPTED_DESCRIPTION,
  SCRIPTED_EXCHANGES,
  scriptedAction,
} from "#tests/fakes/scripted-story.ts";
import { figureOf, type Measure, mean, median } from "../harness/figures.ts";
import type { Reader } from "../harness/line.ts";
import { type OneSlotModel, startOneSlotModel } from "../harness/one-slot-model.ts";
import { startWorld } from "../harness/world.ts";

/** Jobs begin within 2.5 s of a reply. If the model was not called for this long, they are done. */
const QUIET_MS = 2_800;

/**
 * One story of a hundred exchanges, told by a model server that remembers the beginning of its last prompt: how much of each prompt
 * it need not read again, how often it is asked.
 */
export const measurePrompts: Measure = async () => {
  const model = await startOneSlotModel();
  const world = await startWorld({ model });
  try {
    await tellStory(world.reader(), model);
  } finally {
    await world.stop();
  }
  const replies = model.calls.filter(({ kind }) => kind === "reply").length;
  /** For each prompt except the first: how much of it, as a share, is the same as the beginning of the prompt before it. */
  const shares = model.calls.slice(1).map(({ shared, tokens }) => shared / tokens);
  const figure = (measure: string, unit: string, product: number, target: object) =>
    figureOf(measure, unit, [{ product, baseline: null }], { of: "product", ...target });
  return [
    figure("prompt begins like the last, median", "of it", median(shares), { atLeast: 0.9 }),
    figure("prompt begins like the last, mean", "of it", mean(shares), { atLeast: 0.8 }),
    figure("model calls per reply", "calls", model.calls.length / replies, { atMost: 1.4 }),
  ];
};

/** Tells the opening and all exchanges. After each, waits until its jobs are done too. */
async function tellStory(reader: Reader, model: OneSlotModel): Promise<void> {
  const premise = { character: SCRIPTED_CHARACTER, description: SCRIPTED_DESCRIPTION };
  const storyId = await reader.beginStory({ ...premise, storyLength: "ongoing" });
  const socket = await reader.open(storyId);
  for (let exchange = 0; exchange <= SCRIPTED_EXCHANGES; exchange += 1) {
    const requestId = crypto.randomUUID();
    const asked = { requestId, ...socket.idField };
    socket.send(
      exchange === 0
        ? { type: "stream-continue", ...asked, isInitialContinue: true }
        : { type: "stream-message", ...asked, content: scriptedAction(exchange) },
    );
    const end = await socket.waitForEnd(requestId);
    if (end.type === "stream-error") throw new Error(`A reply failed: ${end.code}`);
    while (model.quietFor() < QUIET_MS) await delay(100);
  }
  socket.close();
}
