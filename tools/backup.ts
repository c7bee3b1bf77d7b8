import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { getSystemErrorMap } from "node:util";
import { toStagedState, writeArchive } from "./backup/archive.ts";
import { copyState } from "./backup/copy-state.ts";
import { refuseHalfRestored } from "./backup/restore-state.ts";
import { listStateEntries } from "./backup/state-files.ts";
import { inProject } from "./paths.ts";
import { Refusal, runCommand } from "./refusal.ts";
import { readSettings } from "./settings.ts";

// `npm run backup [FOLDER]`: the whole state in one file. Talespark may run; it is paused for a moment.

const STAGING = ".staging-";
/** Of a backup that was killed. A running one takes minutes. */
const LEFT_BEHIND = /^(?:\.staging-.*|talespark-.*\.partial)$/u;
const LEFT_BEHIND_MS = 24 * 3_600_000;

await runCommand(async () => {
  const { STATE_DIR: stateDir } = readSettings();
  refuseHalfRestored(stateDir);
  if (listStateEntries(stateDir).length === 0) throw new Refusal(`STATE_DIR ${stateDir} has no state.`);
  const folder = path.resolve(process.argv[2] ?? inProject("backups"));
  if (`${folder}${path.sep}`.startsWith(`${stateDir}${path.sep}`)) {
    throw new Refusal(
      `${folder} lies in STATE_DIR, so each backup would hold those before it. Choose another folder.`,
    );
  }
  try {
    await backUp(stateDir, folder);
  } catch (error) {
    throw describeDiskFault(error, folder);
  }
});

async function backUp(stateDir: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  removeLeftBehind(folder, now);
  const file = path.join(folder, `talespark-${now.toISOString().slice(0, 19).replaceAll(":", "")}.tar.gz`);
  const staging = mkdtempSync(path.join(folder, STAGING));
  try {
    const pausedMs = await copyState(stateDir, toStagedState(staging));
    const { files } = await writeArchive(staging, file, now);
    const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
    const pause = pausedMs === 0 ? "" : `, Talespark was paused for ${Math.ceil(pausedMs)} ms`;
    process.stdout.write(`${file}\n${files} files, ${megabytes} MB${pause}\n`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Removes what backups into this folder have left that were killed: it has secrets, and may be large. */
function removeLeftBehind(folder: string, now: Date): void {
  for (const name of readdirSync(folder).filter((entry) => LEFT_BEHIND.test(entry))) {
    const place = path.join(folder, name);
    if (now.getTime() - statSync(place).mtimeMs > LEFT_BEHIND_MS) rmSync(place, { recursive: true });
  }
}

/** A full disk, or a folder that can't be written, as a `Refusal`; any other error as it is. */
function describeDiskFault(error: unknown, folder: string): unknown {
  if (!(error instanceof Error && "errno" in error && typeof error.errno === "number")) return error;
  const [, reason] = getSystemErrorMap().get(error.errno) ?? [];
  return new Refusal(`No backup could be written into ${folder}: ${reason ?? error.message}.`);
}
