import { readFileSync, renameSync, writeFileSync } from "node:fs";
import * as v from "valibot";
import { isAddedDatabase, listAddedDatabases } from "./local-databases.ts";
import type { ServiceStarter } from "./local-services.ts";
import { inProject } from "./paths.ts";
import { forThisMachine, type LocalSettings } from "./settings.ts";
import { provision } from "./worker-vars.ts";

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
    async startIssuer() {
      const url = await next();
      return { url, identifier: url };
    },
    startStoryteller: next,
    startStripe: next,
  };
}

const configSchema = v.looseObject({ d1_databases: v.array(v.looseObject({ database_id: v.string() })) });

/**
 * Writes the Worker's settings and the databases of its state into `build/` for wrangler; settings in .dev.vars override
 * them. `npm start` passes its own, and a production build is not changed.
 */
export function writeWranglerDevConfig(vars: Record<string, string>): void {
  const file = inProject("build", "server", "wrangler.json");
  const config = v.parse(configSchema, JSON.parse(readFileSync(file, "utf8")));
  const d1_databases = [
    ...config.d1_databases.filter(({ database_id }) => !isAddedDatabase(database_id)),
    ...listAddedDatabases(wranglerDevState()).map(({ binding, id }) => ({
      binding,
      database_name: binding,
      database_id: id,
    })),
  ];
  // Replaced in one step: another command may be copying the build.
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify({ ...config, vars, d1_databases }), { mode: 0o600 }); // contains the session secret
  renameSync(fresh, file);
}
