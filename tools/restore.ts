import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { restoreState } from "./backup/restore-state.ts";
import { Refusal, runCommand } from "./refusal.ts";
import { readSettings } from "./settings.ts";

// `npm run restore -- FILE [--replace]`: makes a backup the state of STATE_DIR. Talespark must be stopped.

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const [file] = positionals;
  if (file === undefined) throw new Refusal("Which backup? npm run restore -- FILE [--replace]");
  const archive = path.resolve(file);
  if (!existsSync(archive)) throw new Refusal(`There is no ${archive}.`);
  const { STATE_DIR: stateDir } = readSettings();
  const restored = await restoreState(stateDir, archive, { replace: values.replace, now: new Date() });
  process.stdout.write(`The state of ${restored.createdAt} is in ${stateDir}. npm start serves it.\n`);
  if (restored.replaced !== null)
    process.stdout.write(`The state before it is in ${restored.replaced}: delete it when all is well.\n`);
});
