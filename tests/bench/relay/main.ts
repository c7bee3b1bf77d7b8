import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig } from "wrangler";
import { inProject } from "#tools/paths.ts";
import { anyFreePort } from "#tools/ports.ts";
import { onParentGone } from "#tools/shutdown.ts";

// The relay, served as `npm start` serves the product: `node tests/bench/relay/main.ts MODEL_URL STATE_DIR`.

const [modelUrl = "", stateDir = ""] = process.argv.slice(2);
const { compatibility_date, compatibility_flags, name } = unstable_readConfig({
  config: inProject("wrangler.toml"),
});
const port = await anyFreePort();
const source = path.join(import.meta.dirname, "worker.ts");
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: "127.0.0.1",
    port,
    resourcePersistencePath: stateDir,
    telemetry: { enabled: false },
    cf: false,
    workers: [
      {
        name: `${name}-relay`,
        compatibilityDate: compatibility_date,
        compatibilityFlags: compatibility_flags,
        modules: [
          {
            type: "ESModule",
            path: "worker.js",
            contents: stripTypeScriptTypes(readFileSync(source, "utf8")),
          },
        ],
        bindings: { MODEL_URL: modelUrl },
        durableObjects: {
          RELAY: { className: "Relay", useSQLite: true },
          BROADCAST: { className: "Broadcast", useSQLite: true },
        },
      },
    ],
  }),
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.removeAllListeners(signal);
async function end(): Promise<void> {
  await miniflare.dispose();
  process.exit(0);
}
process.once("SIGTERM", end);
process.once("SIGINT", end);
onParentGone(end);
await miniflare.ready;
process.stdout.write(`ready http://localhost:${port}\n`);
