import { setTimeout as delay } from "node:timers/promises";
import { encode } from "#domain/protocol.ts";
import { startFakeIssuer } from "#tests/fakes/issuer.ts";
import {
  SCRIPTED_CHARACTER,
  SCRIPTED_DESCRIPTION,
  SCRIPTED_EXCHANGES,
  scriptedAction,
} from "#tests/fakes/scripted-story.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import type { BenchOptions } from "../harness/figures.ts";
import { type Figure, figureOf, median } from "../harness/figures.ts";
import type { Reader } from "../harness/line.ts";
import { type SlotCall, startOneSlotModel } from "../harness/one-slot-model.ts";
import { createReaders, productSettings, type World } from "../harness/world.ts";

/** What a model reads a second on somebody's own machine. */
const READS_TOKENS_PER_SECOND = 500;
/** Jobs begin within 2.5 s of a reply; when so long nothing was asked, they are done. */
const QUIET_MS = 2_800;
const LEAST_EXCHANGES = 10;

/**
 * One story of a hundred exchanges, told by a model server that remembers the beginning of its last prompt: how much of each prompt
 * it need not read again, how often it is asked, how long a person waits for the first word. `--than DIR` plays the same story
 * with another checkout beside it.
 */
export async function measurePrompts(_world: World, { than, exchanges }: BenchOptions): Promise<Figure[]> {
  const most = Math.max(LEAST_EXCHANGES, Math.min(exchanges, SCRIPTED_EXCHANGES));
  const [calls, before] = await Promise.all([
    playStory(undefined, most),
    than === null ? null : playStory(than, most),
  ]);
  const one = (
    measure: string,
    unit: string,
    of: (calls: readonly SlotCall[]) => number,
    target: Figure["target"],
  ) => figureOf(measure, unit, [{ product: of(calls), baseline: before && of(before) }], target);
  return [
    one("prompt begins like the last, median", "of it", (all) => median(shares(all)), atLeast(0.9)),
    one("prompt begins like the last, mean", "of it", (all) => mean(shares(all)), atLeast(0.8)),
    one("… of replies alone, median", "of it", (all) => median(shares(all, "reply")), null),
    one("… of replies alone, mean", "of it", (all) => mean(shares(all, "reply")), null),
    one("model calls per reply", "calls", (all) => all.length / replies(all).length, {
      of: "product",
      atMost: 1.4,
    }),
    one("first word at 500 tokens/s, median", "s", (all) => median(replies(all).map(secondsToRead)), {
      of: "product",
      atMost: 1.5,
    }),
    one("… mean", "s", (all) => mean(replies(all).map(secondsToRead)), null),
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
function shares(calls: readonly SlotCall[], kind?: string): number[] {
  return calls
    .slice(1)
    .filter((call) => kind === undefined || call.kind === kind)
    .map(({ shared, tokens }) => shared / tokens);
}

function secondsToRead({ tokens, shared }: SlotCall): number {
  return (tokens - shared) / READS_TOKENS_PER_SECOND;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function playStory(root: string | undefined, exchanges: number): Promise<SlotCall[]> {
  const model = await startOneSlotModel();
  const issuer = await startFakeIssuer();
  const env = { ...productSettings({ url: model.url.replace(/\/v1$/, "") }, issuer), AI_MODEL: "one-slot" };
  const product = await Product.start(root === undefined ? { env } : { env, root });
  try {
    const reader = await (await createReaders(product.origin, issuer))();
    await product.stop();
    makeAllPremium(product.stateDir);
    await product.startAgain();
    await tell(reader, exchanges, async () => {
      while (model.quietFor() < QUIET_MS) await delay(100);
    });
    return model.calls;
  } finally {
    await product.dispose();
    await Promise.all([model.close(), issuer.close()]);
  }
}

async function tell(reader: Reader, exchanges: number, jobsAreDone: () => Promise<void>): Promise<void> {
  const story = { character: SCRIPTED_CHARACTER, description: SCRIPTED_DESCRIPTION, storyLength: "ongoing" };
  const storyId = await reader.api.beginStory(story);
  const line = await reader.open(storyId);
  for (let exchange = 0; exchange <= exchanges; exchange += 1) {
    line.take();
    const requestId = crypto.randomUUID();
    line.send(
      exchange === 0
        ? encode({ type: "stream-continue", requestId, storyId, isInitialContinue: true })
        : encode({ type: "stream-message", requestId, storyId, content: scriptedAction(exchange) }),
    );
    const end = await line.until((data) => /^\{"type":"stream-(?:complete|error)"/.test(data));
    if (end.data.startsWith('{"type":"stream-error"')) throw new Error(`A reply failed: ${end.data}`);
    await jobsAreDone();
  }
  line.close();
}
