import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

/** The file system's own upkeep after a burst of small writes. */
const SETTLING_MS = 5_000;

/**
 * Resolves when what was written before is on the disk. A side that writes every delta leaves so much behind that the one
 * after it would be measured with it.
 */
export async function quietDisk(): Promise<void> {
  await promisify(execFile)("sync");
  await delay(SETTLING_MS);
}
