import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { startFakeIssuer } from "#tests/fakes/issuer.ts";
import {
  SCRIPTED_CHARACTER,
  SCRIPTED_DESCRIPTION,
  SCRIPTED_EXCHANGES,
  scriptedPassage,
} from "#tests/fakes/scripted-story.ts";
import { toSettings } from "#tests/faults/harness/world.ts";
import { Product } from "#tests/harness/product.ts";
import { makeAllPremium } from "#tests/harness/seed.ts";
import { startEngine, stopEngine, writeModel } from "#tests/local-model/engine.ts";
import { inProject } from "#tools/paths.ts";
import { formatTable } from "#tools/table.ts";
import { mean, median } from "./harness/figures.ts";
import { type ChatRequest, startOneSlotModel } from "./harness/one-slot-model.ts";
import { ScriptedStory } from "./harness/talk.ts";
import { createReaders } from "./harness/world.ts";

/*
 * `npm run bench:engine`: what the local model's engine really reads. The product tells the scripted story; each of its prompts goes to the server of
 * packages/local-model, on a model that is written here, whose own counters say how many tokens it read. The model's weights are random, so what the product
 * is answered is the script. --exchanges N (60), --stories 2 (a second story in turns), --conversations N (2: what there always is)
 */

/** The prompts' words are tokens of their own, as they are for a real model, so that the prompts have as many tokens. */
const MERGES = 2_500;
const PREMISES = [
  { character: SCRIPTED_CHARACTER, description: SCRIPTED_DESCRIPTION },
  {
    character: "Ada Quist, a surveyor",
    description: "A map of the fens shows a village that nobody has heard of.",
  },
];

/** Enough to know how long one token takes. */
const WRITTEN = 32;

/** The engine's own counters, as llama.cpp names them. */
const answerSchema = v.object({
  timings: v.object({
    cache_n: v.number(),
    prompt_n: v.number(),
    prompt_ms: v.number(),
    predicted_n: v.number(),
    predicted_ms: v.number(),
  }),
});
/** Tokens of a prompt that were kept and that were read, tokens that were written, and the times of both. */
type Counted = { kept: number; read: number; written: number; readMs: number; writeMs: number };
/** `kind`: `reply`, or the task in the background. */
type CountedCall = Counted & { kind: string };

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
  const calls: CountedCall[] = [];
  const model = await startOneSlotModel(async (chat, kind) => {
    calls.push({ kind, ...(await askEngine(engine.url, chat)) });
  });
  const issuer = await startFakeIssuer();
  const server = { url: model.url.replace(/\/v1$/, "") };
  const env = {
    ...toSettings(server, issuer),
    AI_MODEL: "one-slot",
    AI_CONTEXT_TOKENS: "8192",
    AI_SILENCE_SECONDS: "600",
  };
  const product = await Product.start({ env });
  try {
    const reader = await createReaders(product.origin, issuer)();
    await product.stop();
    makeAllPremium(product.stateDir);
    await product.startAgain();
    const stories = [];
    for (const premise of PREMISES.slice(0, count)) stories.push(await ScriptedStory.begin(reader, premise));
    for (let exchange = 0; exchange <= exchanges; exchange += 1) {
      for (const story of stories) await story.tell(exchange, model);
      if (exchange % 10 === 0) process.stderr.write(`${exchange} of ${exchanges}\n${toTable(calls)}\n`);
    }
    return calls;
  } finally {
    await product.dispose();
    await Promise.all([model.close(), issuer.close(), stopEngine(engine)]);
  }
}

/** Has the engine read a prompt and write a little. */
async function askEngine(url: string, { messages }: ChatRequest): Promise<Counted> {
  const body = JSON.stringify({ messages, max_tokens: WRITTEN, seed: 1 });
  const answer = await fetch(`${url}/chat/completions`, { method: "POST", body });
  const { timings } = v.parse(answerSchema, await answer.json());
  return {
    kept: timings.cache_n,
    read: timings.prompt_n,
    written: timings.predicted_n,
    readMs: timings.prompt_ms,
    writeMs: timings.predicted_ms,
  };
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

await main();
