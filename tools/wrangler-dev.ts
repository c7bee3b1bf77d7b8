import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { listAddedDatabases } from "./local-databases.ts";
import { provideSecret } from "./local-secret.ts";
import { writeStateFile } from "./local-services/state-file.ts";
import type { ServiceStarter } from "./local-services.ts";
import { inProject } from "./paths.ts";
import { WRANGLER_DEV_CONFIG } from "./production-build.ts";
import { provision } from "./provision.ts";
import { forThisMachine, type LocalSettings } from "./settings.ts";

/** The port of a plain `npx wrangler dev`. */
const WRANGLER_DEV_PORT = 8787;

/** Settings for a plain `npx wrangler dev`, which keeps its state in .wrangler/state and ignores STATE_DIR. */
export function forWranglerDev(settings: LocalSettings): LocalSettings {
  return { ...forThisMachine(settings), PORT: WRANGLER_DEV_PORT, STATE_DIR: wranglerDevState() };
}

function wranglerDevState(): string {
  return inProject(".wrangler/state");
}

/** Whether a command uses the state folder of a plain `npx wrangler dev`, and so has migrated it. */
export function isWranglerDevState({ STATE_DIR }: LocalSettings): boolean {
  return STATE_DIR === wranglerDevState();
}

/** Lets a plain `npx wrangler dev` serve `build/` with the services that `npm run services` starts. */
export async function prepareWranglerDev(settings: LocalSettings): Promise<void> {
  const { vars } = await provision(forWranglerDev(settings), plannedServices());
  writeWranglerDevConfig(vars);
}

/** Returns the addresses that `npm run services` uses; starts nothing. */
function plannedServices(): ServiceStarter {
  let port = WRANGLER_DEV_PORT;
  const next = async () => `http://127.0.0.1:${++port}`;
  return {
    async startIssuer({ stateDir }) {
      const url = await next();
      return { url, identifier: url, clientSecret: provideSecret(stateDir, "client-secret") };
    },
    startStoryteller: next,
    startStripe: next,
  };
}

const configSchema = v.looseObject({ d1_databases: v.array(v.looseObject({ database_id: v.string() })) });

/**
 * Writes the configuration that a plain `npx wrangler dev` takes: the build's own, with the Worker's settings and the
 * databases of its state. It has secrets, so it is a file of its own: whoever copies the build leaves it out. Settings
 * in .dev.vars override it.
 */
export function writeWranglerDevConfig(vars: Record<string, string>): void {
  const server = inProject("build", "server");
  const config = v.parse(configSchema, JSON.parse(readFileSync(path.join(server, "wrangler.json"), "utf8")));
  const d1_databases = [
    ...config.d1_databases,
    ...listAddedDatabases(wranglerDevState()).map(({ binding, id }) => ({
      binding,
      database_name: binding,
      database_id: id,
    })),
  ];
  writeStateFile(path.join(server, WRANGLER_DEV_CONFIG), { ...config, vars, d1_databases });
  // The build points wrangler at its own configuration here.
  writeStateFile(inProject(".wrangler", "deploy", "config.json"), {
    configPath: `../../build/server/${WRANGLER_DEV_CONFIG}`,
    auxiliaryWorkers: [],
  });
}
