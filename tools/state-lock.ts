import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
import { type FileLock, tryFileLock } from "./file-lock.ts";
import { killOrphans } from "./orphans.ts";
import { Refusal } from "./refusal.ts";

const recordSchema = v.object({
  pid: v.number(),
  url: v.string(),
  /** Process groups started by the holder, each with the number of its first process. */
  groups: v.array(v.number()),
  stopping: v.boolean(),
});

const LOCK_POLL_MS = 50;
const BUSY_LIMIT_MS = 500; // a holder that was just told to stop may not have recorded it yet
const STOPPING_LIMIT_MS = 15_000; // longer than a stop takes, including kills

/** The lock of a state folder, held until `release` or until this process ends, even by a crash. */
export type StateLock = {
  /** Stores the process groups that would be left running if this process were killed with -9. */
  recordGroups(groups: number[]): void;
  /** Records that the lock will be released soon, so that a new start waits for it. */
  recordStopping(): void;
  release(): void;
};

/**
 * Takes the lock of a state folder, so that two servers never write one database. Ends the processes that a killed
 * holder left running (workerd keeps running when Node is killed with -9). Throws a `Refusal` if a running process
 * holds the lock.
 */
export async function takeStateLock(stateDir: string, url: string): Promise<StateLock> {
  makePrivateFolder(stateDir);
  const recordFile = path.join(stateDir, "processes.json");
  const lock = await waitForLock(path.join(stateDir, "lock.sqlite"), recordFile);
  if (lock === null) {
    const holder = readRecord(recordFile);
    const who = holder === null ? "another process" : `process ${holder.pid}, which serves ${holder.url}`;
    throw new Refusal(`STATE_DIR ${stateDir} is in use by ${who}: stop it or choose another STATE_DIR.`);
  }

  const left = readRecord(recordFile);
  if (left !== null) await killOrphans(left.groups, stateDir);

  const record: v.InferOutput<typeof recordSchema> = { pid: process.pid, url, groups: [], stopping: false };
  function update(change: Partial<typeof record>): void {
    Object.assign(record, change);
    writeFileSync(recordFile, JSON.stringify(record), { mode: 0o600 });
  }
  update({});
  return {
    recordGroups: (groups) => update({ groups }),
    recordStopping: () => update({ stopping: true }),
    release() {
      update({ groups: [] });
      lock.release();
    },
  };
}

/** The process groups of the command that holds the lock. */
export function readRecordedGroups(stateDir: string): number[] {
  return readRecord(path.join(stateDir, "processes.json"))?.groups ?? [];
}

async function waitForLock(lockFile: string, recordFile: string): Promise<FileLock | null> {
  const started = Date.now();
  for (;;) {
    const lock = tryFileLock(lockFile);
    const limit = readRecord(recordFile)?.stopping ? STOPPING_LIMIT_MS : BUSY_LIMIT_MS;
    if (lock !== null || Date.now() - started > limit) return lock;
    await delay(LOCK_POLL_MS);
  }
}

/** Makes the folder if there is none. Only its owner can read the secrets and stories in it. */
function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Refusal(
      `STATE_DIR ${folder} cannot be made: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

function readRecord(file: string): v.InferOutput<typeof recordSchema> | null {
  try {
    return v.parse(recordSchema, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null; // none yet, or incomplete after a crash
  }
}
