import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { tryFileLock } from "./file-lock.ts";
import { inProject, PROJECT_ROOT } from "./paths.ts";
import type { Processes } from "./processes.ts";
import { Refusal } from "./refusal.ts";
import type { Serving } from "./run-product.ts";
import type { ServerOptions } from "./server.ts";
import type { LocalSettings } from "./settings.ts";

const INPUTS = [
  "app",
  "domain",
  "durable-objects",
  "public",
  "workers",
  "package-lock.json",
  "package.json",
  "react-router.config.ts",
  "tsconfig.base.json",
  "tsconfig.worker.json",
  "vite.config.ts",
  "wrangler.toml",
];
/** The top level of wrangler.toml, for this machine. */
export const LOCAL = "";
/** Of `build/server/`: what a plain `npx wrangler dev` reads, with the secrets of its services. */
export const WRANGLER_DEV_CONFIG = "wrangler.dev.json";
const STAMP = ".inputs"; // in the build: the hash of its inputs
const LOCK_POLL_MS = 200;

/**
 * Copies the production build of the present sources to `folder`; builds first only if an input has changed since the
 * last build. Each server gets its own copy (a few MB, some ms), because the next build empties `build/` and a running
 * server reads its assets from disk. Throws a `Refusal` if the build fails.
 */
export async function provideBuild(folder: string, processes: Processes): Promise<void> {
  if (!existsSync(inProject("vite.config.ts"))) {
    await copyBuild(inProject("build"), folder); // a container image has the build, not the sources
    return;
  }
  await withBuildLock(async () => {
    await buildIfChanged(processes, LOCAL);
    await copyBuild(inProject("build"), folder);
  });
}

/**
 * Copies a build, unless the folder has it already. Leaves out what has settings of this machine, among them secrets: a
 * server gets its settings from the command alone.
 */
export async function copyBuild(build: string, folder: string): Promise<void> {
  const stamp = await readStamp(build);
  if (stamp === null) throw new Error(`${build} has no finished build.`);
  if ((await readStamp(folder)) === stamp) return;
  await rm(folder, { recursive: true, force: true });
  await cp(build, folder, { recursive: true, filter: (source) => !isLeftOut(path.basename(source)) });
  await writeFile(path.join(folder, STAMP), stamp); // last: a copy that was interrupted has none
}

/** The developer's .dev.vars, which the build copies; what is made for `npx wrangler dev`; the stamp. */
function isLeftOut(name: string): boolean {
  return name.startsWith(".dev.vars") || name.startsWith(WRANGLER_DEV_CONFIG) || name === STAMP;
}

/**
 * Builds the present sources into `build/`, for an environment of wrangler.toml (`LOCAL` is its top level). Throws a
 * `Refusal` if the build fails.
 */
export async function ensureBuild(processes: Processes, environment = LOCAL): Promise<void> {
  await withBuildLock(() => buildIfChanged(processes, environment));
}

async function buildIfChanged(processes: Processes, environment: string): Promise<void> {
  const wanted = await hashInputs(environment);
  if ((await readStamp(inProject("build"))) !== wanted) await build(wanted, environment, processes);
}

async function build(stamp: string, environment: string, processes: Processes): Promise<void> {
  process.stdout.write("Building …\n");
  await rm(inProject("build"), { recursive: true, force: true });
  const child = processes.start({
    name: "build",
    args: ["--import", "./tools/exit-with-parent.ts", "node_modules/@react-router/dev/bin.cjs", "build"],
    env: { NODE_ENV: "production", CLOUDFLARE_ENV: environment },
    stdout: "lines",
  });
  const output: string[] = [];
  for await (const line of child.lines ?? []) output.push(line);
  if ((await child.ended) !== "ended with code 0") {
    process.stdout.write(`${output.join("\n")}\n`);
    throw new Refusal("The build failed.");
  }
  await writeFile(inProject("build", STAMP), stamp);
}

/** Two commands in one checkout must not build at the same time: the second waits and uses the result of the first. */
async function withBuildLock<T>(work: () => Promise<T>): Promise<T> {
  await mkdir(inProject(".wrangler"), { recursive: true });
  for (;;) {
    const lock = tryFileLock(inProject(".wrangler", "build-lock.sqlite"));
    if (lock !== null) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    await delay(LOCK_POLL_MS);
  }
}

async function readStamp(folder: string): Promise<string | null> {
  const file = path.join(folder, STAMP);
  return existsSync(file) ? await readFile(file, "utf8") : null;
}

/**
 * A hash of the names and contents of everything that the build reads. It takes about 10 ms. File times are not used,
 * so a fresh checkout does not count as a change.
 */
async function hashInputs(environment: string): Promise<string> {
  const hash = createHash("sha256").update(`${process.version}\0${environment}`);
  for (const file of (await Promise.all(INPUTS.map(listFiles))).flat()) {
    hash.update(`\0${file}\0`).update(await readFile(inProject(file)));
  }
  return hash.digest("hex");
}

async function listFiles(input: string): Promise<string[]> {
  if (!existsSync(inProject(input))) return [];
  if (path.extname(input) !== "") return [input];
  const entries = await readdir(inProject(input), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(PROJECT_ROOT, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** The copy of the build that a server of this machine serves. */
export function buildFolder(settings: LocalSettings): string {
  return path.join(settings.STATE_DIR, "build");
}

/** Starts the server of that copy. */
export const serveBuild: Serving["serve"] = (settings, { vars, gateway }, processes) => {
  const options: ServerOptions = {
    port: settings.PORT,
    gateway,
    stateDir: settings.STATE_DIR,
    buildDir: buildFolder(settings),
    vars,
  };
  processes.start({
    name: "server",
    args: ["tools/server.ts"],
    env: { SERVER_OPTIONS: JSON.stringify(options) },
  });
};
