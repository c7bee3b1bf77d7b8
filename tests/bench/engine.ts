import { globSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { encode } from "#domain/protocol.ts";
import { startFakeIssuer } from "#tests/fakes/issuer.ts";
import {
  SCRIPTED_CHARACTER,
  SCRIPTED_DESCRIPTION,
  SCRIPTED_EXCHANGES,
  scriptedAction,
  scriptedPassage,
} from "#tests/fakes/scripted-story.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import { startEngine, stopEngine, writeModel } from "#tests/local-model/engine.ts";
import { inProject } from "#tools/paths.ts";
import { formatTable } from "#tools/table.ts";
import { type CountedCall, type CountingProxy, startCountingProxy } from "./harness/counting-proxy.ts";
import type { Line } from "./harness/line.ts";
import type { Reader } from "./harness/reader.ts";
import { median } from "./harness/statistics.ts";
import { createReaders, productSettings } from "./harness/world.ts";

/*
 * `npm run bench:engine`: what the local model's engine really reads. The product plays a story against the server of packages/local-model, on a
 * model that is written here, and the engine's own counters say how many tokens of each prompt it read. --exchanges N (60), --stories 2 (a
 * second story in turns), --conversations N (2: what there always is)
 */

/** Jobs begin within 2.5 s of a reply; when so long nothing was asked, they are done. */
const QUIET_MS = 2_800;
/** The prompts' words are tokens of their own, as they are for a real model, so that the prompts have as many tokens. */
const MERGES = 2_500;
const PREMISES = [
  { character: SCRIPTED_CHARACTER, description: SCRIPTED_DESCRIPTION },
  {
    character: "Ada Quist, a surveyor",
    description: "A map of the fens shows a village that nobody has heard of.",
  },
];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      exchanges: { type: "string", default: "60" },
      stories: { type: "string", default: "1" },
      conversations: { type: "string", default: "2" },
    },
  });
  const passages = Array.from({ length: SCRIPTED_EXCHANGES }, (_, exchange) => scriptedPassage(exchange));
  const prompts = globSync("workers/ai/prompts/*.ts", { cwd: inProject() });
  const prose = passages.join("\n\n");
  const read = prompts.map((file) => readFileSync(inProject(file), "utf8")).join("\n");
  const { file, remove } = writeModel({ prose, read, merges: MERGES, width: 128, contextTokens: 8_192 });
  try {
    const calls = await play(file, Number(values.stories), Number(values.exchanges), values.conversations);
    process.stdout.write(`\n${toTable(calls)}\n`);
  } finally {
    remove();
  }
}

async function play(
  file: string,
  count: number,
  exchanges: number,
  conversations: string,
): Promise<CountedCall[]> {
  const engine = await startEngine(file, "--context", "8192", "--conversations", conversations);
  const proxy = await startCountingProxy(engine.url);
  const issuer = await startFakeIssuer();
  const env = { ...productSettings(proxy, issuer), AI_MODEL: "tiny-instruct", AI_REPLY_TOKENS: "500" };
  const product = await Product.start({ env });
  try {
    const reader = await (await createReaders(product.origin, issuer))();
    await product.stop();
    makeAllPremium(product.stateDir);
    await product.startAgain();
    const stories = [];
    for (const premise of PREMISES.slice(0, count)) stories.push(await Story.begin(reader, premise));
    for (let exchange = 0; exchange <= exchanges; exchange += 1) {
      for (const story of stories) await story.tell(exchange, proxy);
      if (exchange % 10 === 0) process.stderr.write(`${exchange} of ${exchanges}\n${toTable(proxy.calls)}\n`);
    }
    return proxy.calls;
  } finally {
    await product.dispose();
    await Promise.all([proxy.close(), issuer.close(), stopEngine(engine)]);
  }
}

class Story {
  readonly #id: string;
  readonly #line: Line;

  private constructor(id: string, line: Line) {
    this.#id = id;
    this.#line = line;
  }

  static async begin(reader: Reader, premise: { character: string; description: string }): Promise<Story> {
    const id = await reader.api.beginStory({ ...premise, storyLength: "ongoing" });
    return new Story(id, await reader.open(id));
  }

  /** One exchange, until its jobs are done as well. */
  async tell(exchange: number, proxy: CountingProxy): Promise<void> {
    this.#line.take();
    const asked = { requestId: crypto.randomUUID(), storyId: this.#id };
    this.#line.send(
      exchange === 0
        ? encode({ type: "stream-continue", ...asked, isInitialContinue: true })
        : encode({ type: "stream-message", ...asked, content: scriptedAction(exchange) }),
    );
    const end = await this.#waitForEnd();
    // A model of random weights writes passages that are cut as repetitions now and then; the next exchange goes on.
    if (end.data.startsWith('{"type":"stream-error"')) process.stderr.write(`${end.data}\n`);
    while (proxy.quietFor() < QUIET_MS) await delay(100);
  }

  /** The engine has one thread, and a busy machine gives it little of a core. */
  async #waitForEnd(): Promise<{ data: string }> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#line.until((data) => /^\{"type":"stream-(?:complete|error)"/.test(data));
      } catch (error) {
        if (tries === 9) throw error;
      }
    }
  }
}

function toTable(calls: readonly CountedCall[]): string {
  const kinds = Map.groupBy(calls.slice(1), ({ kind }) => kind);
  const rows = [...kinds].map(([kind, all]) => {
    const shares = all.map(({ read, kept }) => read / (read + kept));
    const tokens = all.map(({ read, kept }) => read + kept);
    const firsts = all
      .filter(({ written }) => written > 1)
      .map(({ readMs, writeMs, written }) => readMs / (writeMs / (written - 1)));
    return [
      kind,
      String(all.length),
      median(shares).toFixed(3),
      mean(shares).toFixed(3),
      String(Math.round(median(tokens))),
      String(Math.max(...tokens)),
      firsts.length === 0 ? "" : median(firsts).toFixed(0),
    ];
  });
  const head = [
    "asked for",
    "times",
    "read, median",
    "read, mean",
    "prompt, median",
    "longest",
    "first token ÷ one token",
  ];
  return formatTable([head, ...rows]);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

await main();
