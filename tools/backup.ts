import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { toStagedState, writeArchive } from "./backup/archive.ts";
import { copyState } from "./backup/copy-state.ts";
import { listStateEntries } from "./backup/state-files.ts";
import { inProject } from "./paths.ts";
import { Refusal, runCommand } from "./refusal.ts";
import { readSettings } from "./settings.ts";

// `npm run backup [FOLDER]`: the whole state in one file. Talespark may run; it is paused for a moment.

await runCommand(async () => {
  const { STATE_DIR: stateDir } = readSettings();
  if (listStateEntries(stateDir).length === 0) throw new Refusal(`STATE_DIR ${stateDir} has no state.`);
  const folder = path.resolve(process.argv[2] ?? inProject("backups"));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  const file = path.join(folder, `talespark-${now.toISOString().slice(0, 19).replaceAll(":", "")}.tar.gz`);
  const staging = mkdtempSync(path.join(folder, ".staging-"));
  try {
    const pausedMs = await copyState(stateDir, toStagedState(staging));
    const { files } = await writeArchive(staging, file, now);
    const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
    const pause = pausedMs === 0 ? "" : `, Talespark was paused for ${Math.ceil(pausedMs)} ms`;
    process.stdout.write(`${file}\n${files} files, ${megabytes} MB${pause}\n`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
});
