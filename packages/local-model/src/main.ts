import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { runModel, type World } from "./choose-and-serve.ts";
import { chooseEngine, type EngineBinary } from "./machine.ts";
import { MODELS } from "./models.ts";
import { Stop } from "./stop.ts";

/*
 * `npm run model`. Nothing here needs the package's own dependencies: they are installed when a model was chosen.
 */

const PACKAGE = path.resolve(import.meta.dirname, "..");
/** An engine that ends so soon after its start is not started again. */
const LIVED_MS = 60_000;

const OPTIONS = {
  yes: { type: "boolean", default: false },
  install: { type: "boolean", default: false },
  port: { type: "string", default: "11480" }, // Talespark looks there
  context: { type: "string", default: "" },
  threads: { type: "string", default: "0" },
  cpu: { type: "boolean", default: false },
} as const;
const USAGE =
  "npm run model -- [FILE.gguf or https://…/FILE.gguf] [--yes] [--context TOKENS] [--threads N] [--port N] [--cpu] [--install]";

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
    const numbers = [values.port, values.threads, values.context || "1"];
    if (positionals.length < 2 && numbers.every((number) => /^\d{1,7}$/u.test(number)))
      return { values, positionals };
  } catch {
    // An unknown option: the usage says which there are.
  }
  process.stderr.write(`${USAGE}\n`);
  process.exit(1);
}

const { values, positionals } = readArguments();

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stopping.abort());

/** Installs the engine for this machine alone, as the lock file has it, without running programs of packages. */
async function install({ packages }: EngineBinary): Promise<void> {
  const { version } = readJson(path.join(PACKAGE, "package-lock.json")).packages[
    "node_modules/node-llama-cpp"
  ];
  const wanted = packages.map((name) => `@node-llama-cpp/${name}`);
  if (wanted.every((name) => isInstalled(name, version)) && isInstalled("node-llama-cpp", version)) return;
  const exact = wanted.map((name) => `${name}@${version}`);
  const options = [
    "--no-save",
    "--omit=optional",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const npm = spawn("npm", ["install", ...options, ...exact], {
    cwd: PACKAGE,
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  let said = "";
  npm.stderr.on("data", (piece: Buffer) => {
    said += piece.toString("utf8");
  });
  const [code] = await once(npm, "close");
  stopping.signal.throwIfAborted();
  if (code === 0) return;
  const why = /npm error code (\S+)/u.exec(said)?.[1] ?? `npm ended with code ${code}`;
  throw new Stop(
    `The engine can't be installed from npm's registry (${why}). Check the connection and run npm run model again.`,
  );
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function isInstalled(name: string, version: string): boolean {
  const file = path.join(PACKAGE, "node_modules", name, "package.json");
  return existsSync(file) && readJson(file).version === version;
}

/** Runs the engine until it is asked to stop; starts it again if it crashes. */
async function serve({ file, name, contextTokens, onReady }: Parameters<World["serve"]>[0]): Promise<void> {
  for (let first = true; ; first = false) {
    const startedAt = performance.now();
    const args = ["--file", file, "--name", name, "--context", String(contextTokens)];
    const more = ["--port", values.port, "--threads", values.threads, ...(values.cpu ? ["--cpu"] : [])];
    const child = spawn(process.execPath, [path.join(PACKAGE, "src", "serve.ts"), ...args, ...more], {
      stdio: ["pipe", "pipe", "inherit"], // its stdin closes when this process ends, even by a crash
      detached: true, // Ctrl-C is for this process, which then ends it
    });
    const stop = () => child.kill("SIGTERM");
    stopping.signal.addEventListener("abort", stop, { once: true });
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("ready ") && first) onReady(line.slice("ready ".length));
    });
    const [code, signal] = await once(child, "exit");
    stopping.signal.removeEventListener("abort", stop);
    if (stopping.signal.aborted) return;
    const isFault = code === 1 || !first; // with code 1 it has said itself what is wrong
    if (isFault && performance.now() - startedAt < LIVED_MS) throw new Stop("The model was not started.");
    process.stdout.write(`The engine ended (${signal ?? `code ${code}`}). It is started again.\n`);
  }
}

async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.once("SIGINT", () => stopping.abort()); // while it reads a line, Ctrl-C is a key like others
  try {
    return await terminal.question(question, { signal: stopping.signal });
  } finally {
    terminal.close();
  }
}

let hasProgress = false;
const isTerminal = process.stdout.isTTY;
const engine = chooseEngine();
const world: World = {
  engine,
  models: MODELS,
  signal: stopping.signal,
  folder: process.env["MODEL_DIR"] ?? path.join(homedir(), ".talespark", "models"),
  hub: process.env["HF_ENDPOINT"] ?? "https://huggingface.co",
  ask,
  install,
  serve,
  print(line) {
    process.stdout.write(`${hasProgress ? "\n" : ""}${line}\n`);
    hasProgress = false;
  },
  progress(line) {
    process.stdout.write(isTerminal ? `\r${line} ` : `${line}\n`);
    hasProgress = isTerminal;
  },
};

try {
  const contextTokens = values.context === "" ? null : Number(values.context);
  if (values.install && engine !== null) await install(engine);
  else await runModel({ yes: values.yes, wanted: positionals[0] ?? null, contextTokens }, world);
} catch (error) {
  if (stopping.signal.aborted) process.exit(130);
  if (!(error instanceof Stop)) throw error;
  process.stderr.write(`${hasProgress ? "\n" : ""}${error.message}\n`);
  process.exit(1);
}
