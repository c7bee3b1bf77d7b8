import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Refusal } from "../refusal.ts";
import { refuseNewerBackup } from "../refuse-other-state.ts";
import { takeStateLock } from "../state-lock.ts";
import { readArchive, toStagedState } from "./archive.ts";
import { listStateEntries } from "./state-files.ts";

/** In the state folder while its entries are exchanged: after a crash in between nothing starts on half a state. */
const UNFINISHED = "restore-unfinished";
const STAGING = ".restoring-";

type Restored = {
  createdAt: string;
  /** Where the state before it is now; null if there was none. */
  replaced: string | null;
};

/**
 * Replaces the state by that of a backup. The archive is unpacked and checked before anything is changed, and a state
 * that was there is moved aside, never deleted. Throws a `Refusal` if the folder is in use, or has a state and `replace`
 * is false, or the backup is damaged or of a newer version.
 */
export async function restoreState(
  stateDir: string,
  archive: string,
  { replace, now }: { replace: boolean; now: Date },
): Promise<Restored> {
  const lock = await takeStateLock(stateDir, "a restore");
  try {
    const isRepeated = existsSync(path.join(stateDir, UNFINISHED));
    if (listStateEntries(stateDir).length > 0 && !replace && !isRepeated) {
      throw new Refusal(
        `STATE_DIR ${stateDir} has a state: choose another STATE_DIR, or add --replace to move that one aside.`,
      );
    }
    for (const name of readdirSync(stateDir).filter((entry) => entry.startsWith(STAGING)))
      rmSync(path.join(stateDir, name), { recursive: true });
    const staging = mkdtempSync(path.join(stateDir, STAGING));
    try {
      const { createdAt } = await readArchive(archive, staging);
      refuseNewerBackup(toStagedState(staging));
      return { createdAt, replaced: exchange(stateDir, toStagedState(staging), now) };
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

/** Throws a `Refusal` if a restore into the folder was cut off. */
export function refuseHalfRestored(stateDir: string): void {
  if (!existsSync(path.join(stateDir, UNFINISHED))) return;
  throw new Refusal(
    `A restore into STATE_DIR ${stateDir} was cut off: run npm run restore again with the same backup.`,
  );
}

/** Only renames files on one disk, so it is fast. */
function exchange(stateDir: string, staged: string, now: Date): string | null {
  const marker = path.join(stateDir, UNFINISHED);
  writeFileSync(marker, "", { flush: true });
  const before = listStateEntries(stateDir);
  const aside = path.join(stateDir, `replaced-${now.toISOString().replaceAll(/[:.]/gu, "-")}`);
  if (before.length > 0) mkdirSync(aside, { mode: 0o700 });
  for (const entry of before) renameSync(path.join(stateDir, entry), path.join(aside, entry));
  for (const entry of readdirSync(staged)) renameSync(path.join(staged, entry), path.join(stateDir, entry));
  rmSync(marker);
  return before.length > 0 ? aside : null;
}
