import { existsSync } from "node:fs";
import path from "node:path";
import { download, findPart, formatBytes, requireModelFile } from "./download.ts";
import type { EngineBinary } from "./machine.ts";
import { fits, type Machine, type OfferedModel, proposeModel } from "./models.ts";
import { Stop } from "./stop.ts";

export type ModelArguments = {
  /** Everything is answered with yes. */
  yes: boolean;
  /** A GGUF file or its address, in place of the models that are offered. */
  wanted: string | null;
  contextTokens: number | null;
};

/** What the command does with the machine and the person at the terminal. */
export type World = {
  engine: EngineBinary | null;
  models: readonly OfferedModel[];
  /** Aborts at Ctrl-C. */
  signal: AbortSignal;
  /** Where models are kept. */
  folder: string;
  /** The address of Hugging Face, or of a mirror of it. */
  hub: string;
  print: (line: string) => void;
  /** A line that replaces the one before it. */
  progress: (line: string) => void;
  /** `null`: nobody is there to answer. */
  ask: (question: string) => Promise<string | null>;
  install: (engine: EngineBinary) => Promise<void>;
  /** Resolves when it was asked to stop. */
  serve: (model: ServedFile & { onReady: (url: string) => void }) => Promise<void>;
};

type ServedFile = { file: string; name: string; contextTokens: number };
/** A model that may have to be downloaded. `bytes`, `sha256`: `null` if not known. */
type Chosen = ServedFile & { url: string | null; bytes: number | null; sha256: string | null };

const CONTEXT_TOKENS = 8_192;
const ENGINE_SIZE = "30 MB";
/** With CUDA or Vulkan. */
const CARD_ENGINE_SIZE = "up to 600 MB";

/** `npm run model`: chooses a model, downloads it and serves it. Throws a `Stop`. */
export async function runModel({ yes, wanted, contextTokens }: ModelArguments, world: World): Promise<void> {
  const { engine, print, folder } = world;
  if (engine === null)
    throw new Stop(
      "There is no engine for this system. Use Ollama or a hosted model: docs/self-hosting.md says how.",
    );
  const found = wanted === null ? await choose(engine, yes, world) : await findWanted(wanted, yes, world);
  const chosen = { ...found, contextTokens: contextTokens ?? found.contextTokens };
  if (chosen.url !== null && !existsSync(chosen.file)) await fetchModel(chosen, chosen.url, world);
  world.signal.throwIfAborted();
  await world.install(engine);
  print(`Starting ${chosen.name} …`);
  await world.serve({
    ...chosen,
    onReady: (url) => {
      print(`ready ${url}`);
      print("Now start Talespark in another terminal: npm start finds this model. Ctrl-C ends it.");
      if (chosen.url !== null) print(`The model is in ${folder}; to delete it, delete that folder.`);
    },
  });
  print("The model has ended.");
}

async function choose(engine: EngineBinary, yes: boolean, world: World): Promise<Chosen> {
  const { machine, card } = engine;
  const { models } = world;
  world.print(
    `This machine has ${Math.round(machine.memory)} GB of memory and ${describeCard(machine, card)}.`,
  );
  const proposed = proposeModel(models, machine);
  if (proposed === null)
    throw new Stop(
      `The smallest model needs ${models[0]?.memory} GB. Use a model on another machine or a hosted one: AI_BASE_URL=https://…/v1 AI_MODEL=… npm start`,
    );
  const here = models.findLast((model) => fits(model, machine) && existsSync(toFile(model, world.folder)));
  if (here !== undefined) return toChosen(here, world);
  world.print("");
  for (const [index, model] of models.entries())
    world.print(describeModel(index + 1, model, model === proposed));
  world.print("");
  const engineSize = card === null ? ENGINE_SIZE : CARD_ENGINE_SIZE;
  const answer = yes
    ? "yes"
    : await world.ask(
        `Download ${proposed.name} (${formatBytes(proposed.bytes)}, licence ${proposed.licence}) to ${world.folder}, and its engine (${engineSize}) from npm? [yes, no, or a number] `,
      );
  const model = readAnswer(answer, models, proposed);
  if (!fits(model, machine))
    throw new Stop(`${model.name} needs ${model.memory} GB of memory. Choose a smaller one.`);
  return toChosen(model, world);
}

function describeCard({ card }: Machine, name: string | null): string {
  if (name === null) return "no graphics card that a model can use";
  return card === 0 ? name : `${name} with ${Math.round(card)} GB`;
}

function describeModel(number: number, model: OfferedModel, isProposed: boolean): string {
  const { name, bytes, licence, memory, contextTokens, goodFor } = model;
  const facts = `${formatBytes(bytes)}, ${licence}, for ${memory} GB of memory, reads ${contextTokens} tokens`;
  return `${isProposed ? ">" : " "} ${number}  ${name}: ${facts}; ${goodFor}`;
}

function readAnswer(
  answer: string | null,
  models: readonly OfferedModel[],
  proposed: OfferedModel,
): OfferedModel {
  if (answer === null)
    throw new Stop("Nothing was downloaded, because nobody said yes: npm run model -- --yes");
  const word = answer.trim().toLowerCase();
  if (/^(?:y|yes)$/u.test(word)) return proposed;
  const model = models[Number(word) - 1];
  if (model === undefined) throw new Stop("Nothing was downloaded.");
  return model;
}

function toFile({ file }: OfferedModel, folder: string): string {
  return path.join(folder, file);
}

function toChosen(model: OfferedModel, { folder, hub }: World): Chosen {
  const { id, bytes, sha256, contextTokens, repository, revision } = model;
  const url = `${hub}/${repository}/resolve/${revision}/${model.file}`;
  return { file: toFile(model, folder), name: id, contextTokens, url, bytes, sha256 };
}

/** A file of the person's own, or one of an address: what it is and whether it may be used is for them to know. */
async function findWanted(wanted: string, yes: boolean, { folder, print, ask }: World): Promise<Chosen> {
  const named = (file: string) => ({
    name: path.basename(file, ".gguf").toLowerCase(),
    contextTokens: CONTEXT_TOKENS,
  });
  const common = { bytes: null, sha256: null };
  if (!/^https?:\/\//u.test(wanted)) {
    const file = path.resolve(process.env["INIT_CWD"] ?? "", wanted);
    await requireModelFile(file);
    return { file, ...named(file), url: null, ...common };
  }
  const file = path.join(folder, path.basename(new URL(wanted).pathname));
  if (!file.endsWith(".gguf"))
    throw new Stop("The address must end in .gguf, such as https://…/model-q4_k_m.gguf");
  const chosen = { file, ...named(file), url: wanted, ...common };
  if (existsSync(file)) return chosen;
  print("The size and the licence of this model are on its page; there is no sum to check it by.");
  const answer = yes ? "yes" : await ask(`Download ${wanted} to ${folder}? [yes or no] `);
  if (answer === null) throw new Stop("Nothing was downloaded, because nobody said yes: add --yes");
  if (!/^(?:y|yes)$/iu.test(answer.trim())) throw new Stop("Nothing was downloaded.");
  return chosen;
}

/** How much must come before the next line of progress, in parts of the whole. */
const STEP = 0.05;

async function fetchModel(chosen: Chosen, url: string, { signal, progress, print }: World): Promise<void> {
  const before = await findPart(chosen.file);
  if (before > 0) print(`Going on after ${formatBytes(before)} that are here already.`);
  let shown = -1;
  let have = before;
  const onProgress = (now: number, whole: number) => {
    have = now;
    const step = Math.floor(now / whole / STEP);
    if (step === shown) return;
    shown = step;
    progress(`${formatBytes(now)} of ${formatBytes(whole)} (${Math.floor((100 * now) / whole)} %)`);
  };
  try {
    const { file, bytes, sha256 } = chosen;
    await download({ url, file, bytes, sha256, signal, onProgress });
  } catch (error) {
    if (signal.aborted) print(`Stopped after ${formatBytes(have)}. npm run model goes on from there.`);
    throw error;
  }
}
