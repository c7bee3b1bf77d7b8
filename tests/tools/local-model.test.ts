import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { aFolder } from "#tests/faults/harness/state-files.ts";
import { findContextLength } from "#tools/context-length.ts";
import {
  chooseTimes,
  describeRunningServer,
  findModelServer,
  findServerKind,
  requireModel,
} from "#tools/model-server.ts";
import { anyFreePort } from "#tools/ports.ts";
import {
  type ModelArguments,
  runModel,
  type World,
} from "../../packages/local-model/src/choose-and-serve.ts";
import { formatBytes } from "../../packages/local-model/src/download.ts";
import { fits, MODELS, proposeModel } from "../../packages/local-model/src/models.ts";
import { chooseState, countShared, Turns } from "../../packages/local-model/src/sequences.ts";
import { startAnswering, startServer } from "./local-service.ts";

/* `npm run model` as a newcomer sees it: each line that is printed, without a network and without the engine. */

const FILE = Buffer.concat([Buffer.from("GGUF"), randomBytes(3_000_000)]);
const SHA256 = createHash("sha256").update(FILE).digest("hex");
/** The offered models, of which the second one is a small file that the test's server has. */
const OFFERED = MODELS.map((model, index) =>
  index === 1 ? { ...model, bytes: FILE.length, sha256: SHA256 } : model,
);

const TABLE = [
  "This machine has 16 GB of memory and no graphics card that a model can use.",
  "",
  "  1  Qwen2.5 1.5B Instruct: 1.1 GB, Apache 2.0, for 4 GB of memory, reads 8192 tokens; trying it out: short scenes, simple sentences",
  "> 2  Qwen3 4B Instruct: 3 MB, Apache 2.0, for 8 GB of memory, reads 8192 tokens; short stories in many languages; forgets details",
  "  3  Mistral Nemo 12B Instruct: 7.5 GB, Apache 2.0, for 16 GB of memory, reads 8192 tokens; long stories; slow without a graphics card",
  "",
  "? Download Qwen3 4B Instruct (3 MB, licence Apache 2.0) to MODELS, and its engine (30 MB) from npm? [yes, no, or a number] yes",
];
const STARTED = [
  "Starting qwen3-4b-instruct-2507 …",
  "ready http://127.0.0.1:11480/v1",
  "Now start Talespark in another terminal: npm start finds this model. Ctrl-C ends it.",
  "The model is in MODELS; to delete it, delete that folder.",
  "The model has ended.",
];

type Terminal = {
  /** What is printed and asked, and in the end why it stopped. */
  lines: string[];
  run: (given?: Partial<ModelArguments>, world?: Partial<World>) => Promise<string[]>;
  folder: string;
};

function aTerminal(hub: string): Terminal {
  const folder = aFolder();
  const lines: string[] = [];
  const print = (line: string) =>
    void lines.push(line.replaceAll(folder, "MODELS").replaceAll(/127\.0\.0\.1:(?!11480)\d+/gu, "HUB"));
  const run: Terminal["run"] = async (given, different) => {
    lines.length = 0;
    const world: World = {
      engine: { packages: ["linux-x64"], machine: { memory: 15.6, card: 0 }, card: null },
      models: OFFERED,
      signal: new AbortController().signal,
      folder,
      hub,
      print,
      progress: print,
      install: async () => undefined,
      ask: async (question) => {
        print(`? ${question}yes`);
        return "yes";
      },
      serve: async ({ onReady }) => onReady("http://127.0.0.1:11480/v1"),
      ...different,
    };
    await runModel({ yes: false, wanted: null, contextTokens: null, ...given }, world).catch(
      (error: unknown) => print(error instanceof Error ? error.message : String(error)),
    );
    return lines;
  };
  return { lines, run, folder };
}

/** Has the file at every address, in parts as well. Sends its first million bytes, and the others after `rest`. */
function aHub(rest: Promise<void> = Promise.resolve()): Promise<string> {
  return startServer(async (request, response) => {
    const from = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? "")?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { "content-length": FILE.length - from });
    const first = FILE.subarray(from, from + 1_000_000);
    response.write(first);
    await rest;
    response.end(FILE.subarray(from + first.length));
  }).then((url) => new URL(url).origin);
}

const withoutProgress = (lines: string[]) => lines.filter((line) => !/ of 3 MB \(\d+ %\)$/u.test(line));

it("nothing installed: it shows the models, asks once, downloads, starts and says what next", async () => {
  const { run, folder } = aTerminal(await aHub());
  const lines = await run();
  expect(withoutProgress(lines)).toEqual([...TABLE, ...STARTED]);
  expect(lines).toContain("3 MB of 3 MB (100 %)");
  const file = path.join(folder, "Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf");
  expect(readFileSync(file).equals(FILE)).toBe(true);
  expect(existsSync(`${file}.part`)).toBe(false);
  // The next time it is there.
  expect(await run()).toEqual([TABLE[0], ...STARTED]);
});

it("Ctrl-C in the download, and again: it goes on from there, and the whole file is checked", async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const { run } = aTerminal(await aHub(never));
  const pressed = new AbortController();
  const stopped = run({}, { signal: pressed.signal, progress: () => pressed.abort(new Error("^C")) });
  const after = "Stopped after (\\d+ (?:kB|MB)). npm run model goes on from there.";
  const lines = await stopped;
  expect(lines.slice(0, -2)).toEqual(TABLE);
  expect(lines.slice(-2)).toEqual([expect.stringMatching(after), "^C"]);
  const again = await run({ yes: true }, { hub: await aHub() });
  expect(withoutProgress(again)).toEqual([
    ...TABLE.slice(0, -1),
    expect.stringMatching(/^Going on after \d+ MB that are here already\.$/u),
    ...STARTED,
  ]);
});

it("no connection, nobody who says yes, no, too little memory, a wrong sum: one sentence each", async () => {
  const { run, folder } = aTerminal(`http://127.0.0.1:${await anyFreePort()}`);
  const lastOf = async (...args: Parameters<Terminal["run"]>) => (await run(...args)).at(-1);
  expect(await run()).toEqual([
    ...TABLE,
    "HUB can't be reached. Connect this machine to the internet and run npm run model again, or give it a model that you have: npm run model -- FILE.gguf",
  ]);
  expect(await lastOf({}, { ask: async () => null })).toBe(
    "Nothing was downloaded, because nobody said yes: npm run model -- --yes",
  );
  expect(await lastOf({}, { ask: async () => "no" })).toBe("Nothing was downloaded.");
  const small = { packages: ["linux-x64"], machine: { memory: 1.9, card: 0 }, card: null };
  expect(await run({}, { engine: small })).toEqual([
    "This machine has 2 GB of memory and no graphics card that a model can use.",
    "The smallest model needs 4 GB. Use a model on another machine or a hosted one: AI_BASE_URL=https://…/v1 AI_MODEL=… npm start",
  ]);
  expect(await lastOf({}, { engine: null })).toBe(
    "There is no engine for this system. Use Ollama or a hosted model: docs/self-hosting.md says how.",
  );
  const other = OFFERED.map((model) => ({ ...model, sha256: "0".repeat(64) }));
  expect(await lastOf({}, { hub: await aHub(), models: other })).toBe(
    "The file is not the one that was published, so it was deleted. Run npm run model again.",
  );
  expect(existsSync(path.join(folder, "Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf.part"))).toBe(false);
});

it("a disk that is too small or becomes full: one sentence that says what to do", async () => {
  const { run, folder } = aTerminal(await aHub());
  const large = OFFERED.map((model, index) => (index === 0 ? { ...model, bytes: 9e17 } : model));
  expect((await run({}, { models: large, ask: async () => "1" })).at(-1)).toMatch(
    /^The disk of MODELS has [\d.]+ [GM]B free, but 900000000\.2 GB are needed\. Make room there, or set MODEL_DIR to a folder on another disk\.$/u,
  );
  symlinkSync("/dev/full", path.join(folder, "Qwen_Qwen3-4B-Instruct-2507-Q4_K_M.gguf.part"));
  expect((await run()).at(-1)).toBe(
    "The disk is full. Make room and run npm run model again: it goes on from there.",
  );
});

it("a file of one's own is started as it is, an address is downloaded after a yes", async () => {
  const hub = await aHub();
  const { run, folder } = aTerminal(hub);
  const file = path.join(folder, "My-Model.gguf");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, FILE);
  expect(await run({ wanted: file })).toEqual([
    "Starting my-model …",
    ...STARTED.slice(1, 3),
    "The model has ended.",
  ]);
  writeFileSync(file, "Once upon a time");
  expect(await run({ wanted: file })).toEqual(["MODELS/My-Model.gguf is no model in the GGUF format."]);
  expect(await run({ wanted: path.join(folder, "none.gguf") })).toEqual([
    "There is no file MODELS/none.gguf.",
  ]);
  const lines = withoutProgress(await run({ wanted: `${hub}/other.gguf` }));
  expect(lines.slice(0, 3)).toEqual([
    "The size and the licence of this model are on its page; there is no sum to check it by.",
    "? Download http://HUB/other.gguf to MODELS? [yes or no] yes",
    "Starting other …",
  ]);
});

it("Ollama there: it says so, and names the model or how to get one", async () => {
  const sentenceAt = (baseUrl: string) => describeRunningServer([{ name: "Ollama", baseUrl }]);
  const ollama = (models: { id: string }[]) =>
    startAnswering({ "GET /v1/models": { data: models }, "GET /api/version": { version: "0.12.3" } });
  expect(await sentenceAt(await ollama([{ id: "gemma3:4b" }]))).toBe(
    "Ollama runs already, with the model gemma3:4b: npm start uses it. For another model, stop it first.",
  );
  expect(await sentenceAt(await ollama([]))).toBe(
    "Ollama runs, but has no model: ollama pull gemma3:4b. Then npm start uses it. For another model, stop it first.",
  );
  expect(await sentenceAt(`http://127.0.0.1:${await anyFreePort()}/v1`)).toBeNull();
});

it.each([
  [3.7, 0, "qwen2.5-1.5b-instruct"],
  [7.5, 0, "qwen3-4b-instruct-2507"],
  [62, 0, "qwen3-4b-instruct-2507"],
  [15.5, 12, "mistral-nemo-instruct-2407"],
  [31, 4, "qwen3-4b-instruct-2507"],
  [2, 0, undefined],
])("with %s GB of memory and a card with %s GB, %s is proposed", (memory, card, id) => {
  expect(proposeModel(MODELS, { memory, card })?.id).toBe(id);
});

it("the offered models grow from the smallest, for 4 GB, and each has what a person has to know before a yes", () => {
  expect(MODELS.map(({ bytes }) => bytes)).toEqual(MODELS.map(({ bytes }) => bytes).sort((a, b) => a - b));
  expect(MODELS[0] && fits(MODELS[0], { memory: 3.7, card: 0 })).toBe(true);
  for (const { licence, sha256, revision, bytes, memory } of MODELS) {
    expect(licence).toMatch(/^(?:Apache 2\.0|MIT)$/u);
    expect(sha256).toMatch(/^[\da-f]{64}$/u);
    expect(revision).toMatch(/^[\da-f]{40}$/u);
    expect(formatBytes(bytes)).toMatch(/ GB$/u);
    expect(bytes / 2 ** 30).toBeLessThan(memory / 2 + 0.1);
  }
});

it("a prompt goes on with the state of its own conversation, and else takes the one that rests longest", () => {
  const rules = Array.from({ length: 50 }, (_, index) => index);
  const prompt = [...rules, ...Array.from({ length: 20 }, (_, index) => 100 + index)];
  const own = { tokens: [...prompt, 7, 8, 9], usedAt: 2 };
  const other = { tokens: [...rules, 200, 201], usedAt: 3 };
  const resting = { tokens: [...rules, 300], usedAt: 1 };
  expect(chooseState([other, own, resting], prompt, rules.length)).toBe(1);
  expect(chooseState([other, resting], prompt, rules.length)).toBe(1);
  expect(chooseState([other, { tokens: [], usedAt: 0 }], prompt, rules.length)).toBe(1);
  expect(countShared([1, 2, 3], [1, 2, 4])).toBe(2);
});

it("whoever leaves while waiting does not hold up the next one", async () => {
  const turns = new Turns();
  const still = new AbortController().signal;
  const leaves = new AbortController();
  const leave = await turns.take(still);
  const gone = turns.take(leaves.signal);
  const next = turns.take(still);
  expect(turns.waiting).toBe(2);
  leaves.abort(new Error("left"));
  await expect(gone).rejects.toThrow("left");
  leave();
  (await next)();
  expect(turns.waiting).toBe(0);
});

/** A server with these models. */
function aServer(...models: string[]): Promise<string> {
  const data = models.map((id) => ({ id, object: "model" }));
  return startAnswering({ "GET /v1/models": { object: "list", data } });
}

it("the first server that has a model is used, whatever the others do", async () => {
  const nothing = `http://127.0.0.1:${await anyFreePort()}/v1`;
  const found = await findModelServer([
    { name: "not there", baseUrl: nothing },
    { name: "silent", baseUrl: await startServer(() => undefined) },
    { name: "something else", baseUrl: await startAnswering({}) },
    { name: "empty", baseUrl: await aServer() },
    { name: "Ollama", baseUrl: await aServer("llama3.2:3b") },
  ]);
  expect(found).toMatchObject({ name: "Ollama", model: "llama3.2:3b" });
});

it("an embedding model is not used as a text model", async () => {
  const baseUrl = await aServer("nomic-embed-text:latest", "mistral");
  expect(await findModelServer([{ name: "Ollama", baseUrl }])).toMatchObject({ model: "mistral" });
  const onlyEmbeds = await aServer("nomic-embed-text:latest");
  expect(await findModelServer([{ name: "Ollama", baseUrl: onlyEmbeds }])).toBeNull();
});

it.each([
  ["ollama", "/api/version", 200, { version: "0.12.3" }],
  ["lm-studio", "/api/v0/models", 200, { object: "list", data: [{ id: "gemma", state: "not-loaded" }] }],
  ["llama.cpp", "/health", 200, { status: "ok" }],
  [
    "llama.cpp",
    "/health",
    503,
    { error: { code: 503, message: "Loading model", type: "unavailable_error" } },
  ],
] as const)("a server is known as %s by what it answers at %s", async (kind, path, status, body) => {
  expect(await findServerKind(await startAnswering({ [`GET ${path}`]: body }, status))).toBe(kind);
});

it("a server without these answers, or on another machine, is an ordinary server", async () => {
  expect(await findServerKind(await startAnswering({ "GET /health": {} }))).toBeNull();
  expect(await findServerKind("https://models.example/v1")).toBeNull();
});

it("a model on this machine may take 15 minutes; all others and the storyteller have the limit of a deployment", () => {
  const own = { baseUrl: "http://localhost:11434/v1", model: "llama3.2" };
  const unset = { AI_REPLY_SECONDS: undefined, AI_SILENCE_SECONDS: undefined };
  expect(chooseTimes(unset, own)).toEqual({ AI_REPLY_SECONDS: "900", AI_SILENCE_SECONDS: "60" });
  expect(chooseTimes({ ...unset, AI_SILENCE_SECONDS: "300" }, own)).toEqual({
    AI_REPLY_SECONDS: "900",
    AI_SILENCE_SECONDS: "300",
  });
  expect(chooseTimes({ ...unset, AI_REPLY_SECONDS: "90" }, own)).toEqual({
    ...unset,
    AI_REPLY_SECONDS: "90",
  });
  expect(chooseTimes(unset, { ...own, model: "booky-storyteller" })).toEqual(unset);
  expect(chooseTimes(unset, { ...own, baseUrl: "https://models.example/v1" })).toEqual(unset);
});

it("a server of one's own that names no model is refused in a sentence", async () => {
  const baseUrl = await startAnswering({ "GET /v1/models": {} }, 500);
  await expect(requireModel(baseUrl, undefined)).rejects.toThrow(
    `AI_MODEL is missing: the server at AI_BASE_URL ${baseUrl} names no model.`,
  );
});

const MODEL = { id: "llama3.2:3b", object: "model" };
const OF_LM_STUDIO = { ...MODEL, max_context_length: 131_072 };
const OF_OLLAMA = { "llama.context_length": 131_072 };
const SHOWN = { parameters: "stop  <|eot_id|>\nnum_ctx  8192", model_info: OF_OLLAMA };
const RUNNING = { models: [{ name: "llama3.2:3b", context_length: 10_000 }] };
const SLOTS = { default_generation_settings: { n_ctx: 7_936 }, total_slots: 1 };
const listed = (...data: object[]) => ({ data });

it.each<[string, Record<string, unknown>, number | null]>([
  ["what vLLM says", { "GET /v1/models": listed({ ...MODEL, max_model_len: 12_000 }) }, 12_000],
  [
    "what LM Studio has loaded the model with",
    { "GET /api/v0/models": listed({ ...OF_LM_STUDIO, state: "loaded", loaded_context_length: 6_144 }) },
    6_144,
  ],
  [
    "what LM Studio will load the model with",
    { "GET /api/v0/models": listed({ ...OF_LM_STUDIO, state: "not-loaded" }) },
    4_096,
  ],
  ["that of a slot of llama.cpp", { "GET /props": SLOTS }, 7_936],
  ["what Ollama runs the model with", { "POST /api/show": SHOWN, "GET /api/ps": RUNNING }, 10_000],
  ["what the model's file asks of Ollama", { "POST /api/show": SHOWN }, 8_192],
  ["Ollama's usual one", { "POST /api/show": { model_info: OF_OLLAMA } }, 4_096],
  ["a small model's own", { "POST /api/show": { model_info: { "gemma.context_length": 2_048 } } }, 2_048],
  [
    "not more than a person would wait for",
    { "GET /v1/models": listed({ ...MODEL, max_model_len: 1_000_000 }) },
    16_384,
  ],
  ["unknown where no server says it", { "GET /v1/models": listed(MODEL) }, null],
])("the context length of a model is %s", async (_, answers, length) => {
  const baseUrl = await startAnswering(answers);
  expect(await findContextLength({ baseUrl, model: "llama3.2:3b" })).toBe(length);
});

it("the context length of a model is unknown where there is no server", async () => {
  expect(await findContextLength({ baseUrl: "http://127.0.0.1:9/v1", model: "none" })).toBeNull();
});
