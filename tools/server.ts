import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4ModuleDefinition } from "miniflare";
import * as v from "valibot";
import { createGateway, gatewayOptionsSchema } from "./gateway.ts";
import { listDatabases } from "./local-databases.ts";
import { startNightlyTimer } from "./nightly-timer.ts";
import { inProject, persistencePath } from "./paths.ts";
import { bindRateLimits } from "./rate-limits/plugin.ts";
import { Refusal, runCommand } from "./refusal.ts";
import { onParentGone } from "./shutdown.ts";

/*
 * The process that serves the production build in workerd: `node tools/server.ts`, with its options in SERVER_OPTIONS.
 *
 * It drives Miniflare itself. `wrangler dev` would put a second workerd as a proxy before the first, take 1 s more to
 * start, and share a scratch folder between two servers of one checkout. The Worker's files, bindings and assets come
 * from `build/server/wrangler.json`, read by wrangler's own code (`prepare-server.ts`).
 */

/** Passed in the environment: unlike a command line, only the same user can read it. */
const serverOptionsSchema = v.object({
  port: v.number(),
  /** What listens in place of Miniflare if other machines can reach the product; null if none can. */
  gateway: v.nullable(gatewayOptionsSchema),
  stateDir: v.string(),
  /** A copy of `build/`. */
  buildDir: v.string(),
  /** The settings of the Worker, including secrets. */
  vars: v.record(v.string(), v.string()),
});

export type ServerOptions = v.InferOutput<typeof serverOptionsSchema>;

/** What a Worker's `wrangler.json` says. */
const workerConfigSchema = v.object({
  /** A part of the identity of its objects. */
  name: v.string(),
  /** The path of its main module. */
  main: v.string(),
  crons: v.array(v.string()),
  /** The options of Miniflare for its bindings and assets. */
  options: v.record(v.string(), v.unknown()),
});
export type WorkerConfig = v.InferOutput<typeof workerConfigSchema>;

async function serve(): Promise<void> {
  const options = v.parse(serverOptionsSchema, JSON.parse(process.env["SERVER_OPTIONS"] ?? "null"));
  delete process.env["SERVER_OPTIONS"]; // workerd inherits the environment
  const config = await prepare(options);
  const miniflare = new Miniflare(workerdOptions(options, config));
  // Miniflare's own listeners kill workerd when the terminal sends a signal; here the command stops it.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.removeAllListeners(name);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await miniflare.dispose();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  onParentGone(stop);
  const url = await miniflare.ready;
  startNightlyTimer(
    () => runNightly(miniflare, config, options.stateDir),
    (error) => console.error(error),
  );
  if (options.gateway !== null) {
    const { host, port } = options.gateway;
    createGateway(options.gateway, url).listen(port, host);
  }
}

/** Migrates the databases and reads the Worker's configuration; see `prepare-server.ts`. */
async function prepare({ stateDir, buildDir }: ServerOptions): Promise<WorkerConfig> {
  const child = fork(inProject("tools", "prepare-server.ts"), [stateDir, buildDir]);
  const failed = once(child, "exit").then(() =>
    Promise.reject(new Refusal("The server could not be prepared.")),
  );
  const [config] = await Promise.race([once(child, "message"), failed]);
  failed.catch(() => undefined); // it ends when it has sent the configuration
  return v.parse(workerConfigSchema, config);
}

/** Sends the Worker the event of its first cron trigger; afterwards what was deleted leaves the databases' files. */
async function runNightly(
  miniflare: Miniflare,
  { crons: [cron] }: WorkerConfig,
  stateDir: string,
): Promise<void> {
  if (cron === undefined) throw new Error("The Worker's configuration has no cron trigger.");
  await (await miniflare.getWorker()).scheduled({ cron });
  // In a process group of its own: it pauses this one.
  const args = [inProject("tools", "clean-databases.ts"), stateDir];
  spawn(process.execPath, args, { detached: true, stdio: "inherit" }).unref();
}

function workerdOptions({ port, gateway, stateDir, vars }: ServerOptions, config: WorkerConfig) {
  const { name, main } = config;
  const { ratelimits, ...options } = config.options;
  return convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: gateway === null ? port : 0, // 0: any free port, which only the gateway uses
    resourcePersistencePath: persistencePath(stateDir),
    telemetry: { enabled: false },
    cf: false, // without it Miniflare asks Cloudflare for the location of this machine
    workers: [
      {
        ...options,
        name,
        modules: listModules(main),
        modulesRoot: path.dirname(main),
        bindings: vars, // only these: those of the build are for wrangler dev
        d1Databases: Object.fromEntries(listDatabases(stateDir).map(({ binding, id }) => [binding, id])), // likewise
        unsafeBindings: bindRateLimits(ratelimits), // there are no others
      },
    ],
  });
}

/** The main module first, then the other modules of its folder. */
function listModules(mainPath: string): V4ModuleDefinition[] {
  const folder = path.dirname(mainPath);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return [mainPath, ...files.filter((file) => file !== mainPath)].flatMap((file) => {
    const type = moduleType(file);
    return type === null ? [] : [{ type, path: file }];
  });
}

function moduleType(file: string): V4ModuleDefinition["type"] | null {
  switch (path.extname(file)) {
    case ".js":
    case ".mjs":
      return "ESModule";
    case ".wasm":
      return "CompiledWasm";
    case ".bin":
      return "Data";
    case ".txt":
    case ".html":
    case ".sql":
      return "Text";
    default:
      return null; // the configuration, source maps
  }
}

await runCommand(serve);
