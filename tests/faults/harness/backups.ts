import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { PROJECT_ROOT } from "#tools/paths.ts";

/** An empty folder for a test's backups; it is removed after the test. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "talespark-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `npm run backup` or `npm run restore`; `said` is what it printed, without colours. */
export async function runTool(
  name: "backup" | "restore",
  stateDir: string,
  ...args: string[]
): Promise<{ ok: boolean; said: string }> {
  const env = { ...process.env, STATE_DIR: stateDir };
  try {
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, [`tools/${name}.ts`, ...args], { cwd: PROJECT_ROOT, env });
    return { ok: true, said: stdout };
  } catch (error) {
    return { ok: false, said: error instanceof Error && "stderr" in error ? String(error.stderr) : "" };
  }
}

/** Backs a state up. Returns the path of the archive. */
export async function backUp(stateDir: string, folder: string): Promise<string> {
  const { ok, said } = await runTool("backup", stateDir, folder);
  expect(ok, said).toBe(true);
  return said.split("\n")[0] ?? "";
}
