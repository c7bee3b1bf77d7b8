import { setTimeout as delay } from "node:timers/promises";
import { encode } from "#domain/protocol.ts";
import { startFakeIssuer } from "#tests/fakes/issuer.ts";
import {
  SCRIPTED_CHARACTER,
  SCRIPTED_DESCRIPTION,
  SCRIPTED_EXCHANGES,
  scriptedAction,
} from "#tests/fakes/scripted-story.ts";
import { toSettings } from "#tests/faults/harness/world.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import { figureOf, type Measure, mean, median } from "../harness/figures.ts";
import type { Reader } from "../harness/line.ts";
import { type OneSlotModel, type SlotCall, startOneSlotModel } from "../harness/one-slot-model.ts";
import { createReaders } from "../harness/world.ts";

const LEAST_EXCHANGES = 10;
/** Jobs begin within 2.5 s of a reply. If the model was not called for this long, they are done. */
const QUIET_MS = 2_800;

/**
 * One story of a hundred exchanges, told by a model server that remembers the beginning of its last prompt: how much of each prompt
 * it need not read again, how often it is asked.
 */
export const measurePrompts: Measure = async (_world, { exchanges }) => {
  const calls = await playStory(Math.max(LEAST_EXCHANGES, Math.min(exchanges, SCRIPTED_EXCHANGES)));
  const replies = calls.filter(({ kind }) => kind === "reply").length;
  /** For each prompt except the first: how much of it, as a share, is the same as the beginning of the prompt before it. */
  const shares = calls.slice(1).map(({ shared, tokens }) => shared / tokens);
  const figure = (measure: string, unit: string, product: number, target: object) =>
    figureOf(measure, unit, [{ product, baseline: null }], { of: "product", ...target });
  return [
    figure("prompt begins like the last, median", "of it", median(shares), { atLeast: 0.9 }),
    figure("prompt begins like the last, mean", "of it", mean(shares), { atLeast: 0.8 }),
    figure("model calls per reply", "calls", calls.length / replies, { atMost: 1.4 }),
  ];
};

async function playStory(exchanges: number): Promise<SlotCall[]> {
  const model = await startOneSlotModel();
  const issuer = await startFakeIssuer();
  const env = { ...toSettings(model, issuer), AI_MODEL: "one-slot" };
  const product = await Product.start({ env });
  try {
    const reader = await createReaders(product.origin, issuer)();
    await product.stop();
    makeAllPremium(product.stateDir);
    await product.startAgain();
    await tellStory(reader, exchanges, model);
    return model.calls;
  } finally {
    await product.dispose();
    await Promise.all([model.close(), issuer.close()]);
  }
}

/** Tells the opening and this many exchanges. After each, waits until its jobs are done too. */
async function tellStory(reader: Reader, exchanges: number, model: OneSlotModel): Promise<void> {
  const premise = { character: SCRIPTED_CHARACTER, description: SCRIPTED_DESCRIPTION };
  const storyId = await reader.api.beginStory({ ...premise, storyLength: "ongoing" });
  const line = await reader.open(storyId);
  for (let exchange = 0; exchange <= exchanges; exchange += 1) {
    line.take();
    const asked = { requestId: crypto.randomUUID(), storyId };
    line.send(
      exchange === 0
        ? encode({ type: "stream-continue", ...asked, isInitialContinue: true })
        : encode({ type: "stream-message", ...asked, content: scriptedAction(exchange) }),
    );
    const end = await line.until((data) => /^\{"type":"stream-(?:complete|error)"/.test(data));
    if (end.data.startsWith('{"type":"stream-error"')) throw new Error(`A reply failed: ${end.data}`);
    while (model.quietFor() < QUIET_MS) await delay(100);
  }
  line.close();
}
