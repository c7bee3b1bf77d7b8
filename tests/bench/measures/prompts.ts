import { startFakeIssuer } from "#tests/fakes/issuer.ts";
import { SCRIPTED_CHARACTER, SCRIPTED_DESCRIPTION, SCRIPTED_EXCHANGES } from "#tests/fakes/scripted-story.ts";
import { toSettings } from "#tests/faults/harness/world.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import type { BenchOptions } from "../harness/figures.ts";
import { type Figure, figureOf, mean, median } from "../harness/figures.ts";
import { type SlotCall, startOneSlotModel } from "../harness/one-slot-model.ts";
import { ScriptedStory } from "../harness/talk.ts";
import { createReaders, type World } from "../harness/world.ts";

/** What a model reads a second on somebody's own machine. */
const READS_TOKENS_PER_SECOND = 500;
const LEAST_EXCHANGES = 10;

/**
 * One story of a hundred exchanges, told by a model server that remembers the beginning of its last prompt: how much of each prompt
 * it need not read again, how often it is asked, how long a person waits for the first word.
 */
export async function measurePrompts(_world: World, { exchanges }: BenchOptions): Promise<Figure[]> {
  const most = Math.max(LEAST_EXCHANGES, Math.min(exchanges, SCRIPTED_EXCHANGES));
  const calls = await playStory(most);
  const one = (
    measure: string,
    unit: string,
    of: (calls: readonly SlotCall[]) => number,
    target: Figure["target"],
  ) => figureOf(measure, unit, [{ product: of(calls), baseline: null }], target);
  return [
    one("prompt begins like the last, median", "of it", (all) => median(shares(all)), atLeast(0.9)),
    one("prompt begins like the last, mean", "of it", (all) => mean(shares(all)), atLeast(0.8)),
    one("model calls per reply", "calls", (all) => all.length / replies(all).length, {
      of: "product",
      atMost: 1.4,
    }),
    one("first word at 500 tokens/s, median", "s", (all) => median(replies(all).map(secondsToRead)), {
      of: "product",
      atMost: 1.5,
    }),
    one("longest prompt", "tokens", (all) => Math.max(...all.map(({ tokens }) => tokens)), {
      of: "product",
      atMost: 8_000,
    }),
  ];
}

function atLeast(share: number): Figure["target"] {
  return { of: "product", atLeast: share };
}

function replies(calls: readonly SlotCall[]): SlotCall[] {
  return calls.filter(({ kind }) => kind === "reply");
}

/** Of each prompt but the first the share that begins like the one before it. */
function shares(calls: readonly SlotCall[]): number[] {
  return calls.slice(1).map(({ shared, tokens }) => shared / tokens);
}

function secondsToRead({ tokens, shared }: SlotCall): number {
  return (tokens - shared) / READS_TOKENS_PER_SECOND;
}

async function playStory(exchanges: number): Promise<SlotCall[]> {
  const model = await startOneSlotModel();
  const issuer = await startFakeIssuer();
  const env = { ...toSettings({ url: model.url.replace(/\/v1$/, "") }, issuer), AI_MODEL: "one-slot" };
  const product = await Product.start({ env });
  try {
    const reader = await createReaders(product.origin, issuer)();
    await product.stop();
    makeAllPremium(product.stateDir);
    await product.startAgain();
    const premise = { character: SCRIPTED_CHARACTER, description: SCRIPTED_DESCRIPTION };
    const story = await ScriptedStory.begin(reader, premise);
    for (let exchange = 0; exchange <= exchanges; exchange += 1) await story.tell(exchange, model);
    story.close();
    return model.calls;
  } finally {
    await product.dispose();
    await Promise.all([model.close(), issuer.close()]);
  }
}
