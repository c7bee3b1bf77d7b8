import { readdirSync } from "node:fs";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4ModuleDefinition } from "miniflare";
import * as v from "valibot";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { createGateway, gatewayOptionsSchema } from "./gateway.ts";
import { listDatabases } from "./local-databases.ts";
import { migrate, persistencePath } from "./migrate.ts";
import { startNightlyTimer } from "./nightly-timer.ts";
import { bindRateLimits } from "./rate-limits/plugin.ts";
import { runCommand } from "./refusal.ts";
import { onParentGone } from "./shutdown.ts";

/*
 * The process that serves the production build in workerd: `node tools/server.ts`, with its options in SERVER_OPTIONS.
 *
 * It drives Miniflare itself. `wrangler dev` would put a second workerd as a proxy before the first, take 1 s more to
 * start, and share a scratch folder between two servers of one checkout. The Worker's files, bindings and assets come
 * from `build/server/wrangler.json`, read by wrangler's own code.
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

async function serve(): Promise<void> {
  const options = v.parse(serverOptionsSchema, JSON.parse(process.env["SERVER_OPTIONS"] ?? "null"));
  delete process.env["SERVER_OPTIONS"]; // workerd inherits the environment
  await migrate(options.stateDir);
  const miniflare = new Miniflare(workerdOptions(options));
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
    () => runNightly(miniflare, options.buildDir),
    (error) => console.error(error),
  );
  if (options.gateway !== null) {
    const { host, port } = options.gateway;
    createGateway(options.gateway, url).listen(port, host);
  }
}

const triggersSchema = v.looseObject({ crons: v.tupleWithRest([v.string()], v.string()) });

/** Sends the Worker the event of its first cron trigger. */
async function runNightly(miniflare: Miniflare, buildDir: string): Promise<void> {
  const { triggers } = unstable_readConfig({ config: toConfigPath(buildDir) });
  const { crons } = v.parse(triggersSchema, triggers);
  await (await miniflare.getWorker()).scheduled({ cron: crons[0] });
}

function toConfigPath(buildDir: string): string {
  return path.join(buildDir, "server", "wrangler.json");
}

function workerdOptions({ port, gateway, stateDir, buildDir, vars }: ServerOptions) {
  const configPath = toConfigPath(buildDir);
  const config = unstable_readConfig({ config: configPath });
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(config);
  const { ratelimits, ...options } = workerOptions;
  const mainPath = path.resolve(path.dirname(configPath), main ?? "index.js");
  return convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: gateway === null ? port : 0, // 0: any free port, which only the gateway uses
    resourcePersistencePath: persistencePath(stateDir),
    telemetry: { enabled: false },
    cf: false, // without it Miniflare asks Cloudflare for the location of this machine
    workers: [
      {
        ...options,
        name: config.name, // a part of the identity of its objects
        modules: listModules(mainPath),
        modulesRoot: path.dirname(mainPath),
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
