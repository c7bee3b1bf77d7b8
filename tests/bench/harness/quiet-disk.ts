import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

/** Time for the file system's own work after many small writes. */
const SETTLING_MS = 5_000;

/**
 * Resolves when earlier writes are on the disk. A side that writes every delta leaves much to write, which would slow
 * down the measurement of the other side.
 */
export async function quietDisk(): Promise<void> {
  await promisify(execFile)("sync");
  await delay(SETTLING_MS);
}
