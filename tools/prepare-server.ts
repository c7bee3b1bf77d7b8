import path from "node:path";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { migrate } from "./migrate.ts";
import { Refusal, runCommand } from "./refusal.ts";
import type { WorkerConfig } from "./server.ts";

/*
 * `tools/server.ts` starts it as `tools/prepare-server.ts STATE_DIR BUILD_DIR`: it migrates the databases and sends the Worker's
 * configuration, which wrangler's own code reads. In a process of its own, because that code and the Miniflare that migrates would take
 * 200 MB of memory for as long as the product runs.
 */

await runCommand(async () => {
  const [, , stateDir, buildDir] = process.argv;
  if (stateDir === undefined || buildDir === undefined || process.send === undefined) {
    throw new Refusal("Only tools/server.ts starts it.");
  }
  await migrate(stateDir);
  const config = readWorkerConfig(path.join(buildDir, "server", "wrangler.json"));
  process.send(config, undefined, undefined, () => process.disconnect());
});

function readWorkerConfig(file: string): WorkerConfig {
  const config = unstable_readConfig({ config: file });
  const { workerOptions, main = "index.js" } = unstable_getMiniflareWorkerOptions(config);
  return {
    name: config.name ?? "",
    main: path.resolve(path.dirname(file), main),
    crons: config.triggers.crons ?? [],
    options: { ...workerOptions },
  };
}
