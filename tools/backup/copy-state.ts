import { constants, copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { tryFileLock } from "../file-lock.ts";
import { killOrphans } from "../orphans.ts";
import { Refusal } from "../refusal.ts";
import { readRecordedGroups } from "../state-lock.ts";
import { freezeProduct } from "./freeze.ts";
import { isBlob, listStateFiles } from "./state-files.ts";

/**
 * Copies the state as it is at one moment into an empty folder, and returns for how many milliseconds a running product was
 * paused. A story's text is in its object's database, its row and the Sparks in another: copied one after the other, they
 * would not match. So the product is paused while its databases are copied byte by byte. The copy is like the files after a
 * power failure, from which the product recovers by design.
 */
export async function copyState(stateDir: string, target: string): Promise<number> {
  const lock = tryFileLock(path.join(stateDir, "lock.sqlite"));
  if (lock !== null) {
    try {
      // The runtime goes on when the command that started it is killed.
      await killOrphans(readRecordedGroups(stateDir), stateDir);
      for (const file of listStateFiles(stateDir)) copy(stateDir, target, file);
    } finally {
      lock.release();
    }
    settleDatabases(target);
    return 0;
  }
  // Blobs do not change, so most of them can be copied before the pause.
  for (const file of listStateFiles(stateDir).filter(isBlob)) copyIfThere(stateDir, target, file);
  const { thaw } = await freezeProduct(stateDir);
  const began = performance.now();
  let ms: number;
  try {
    const files = listStateFiles(stateDir);
    for (const file of files) {
      if (!isBlob(file) || !existsSync(path.join(target, file))) copy(stateDir, target, file);
    }
    const kept = new Set(files);
    for (const file of listStateFiles(target)) if (!kept.has(file)) rmSync(path.join(target, file));
  } finally {
    thaw();
    ms = performance.now() - began;
  }
  settleDatabases(target);
  return ms;
}

function copy(stateDir: string, target: string, file: string): void {
  const to = path.join(target, file);
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  copyFileSync(path.join(stateDir, file), to, constants.COPYFILE_FICLONE); // at once, on disks that can
}

/** A running product may delete a file between the listing and the copy. */
function copyIfThere(stateDir: string, target: string, file: string): void {
  try {
    copy(stateDir, target, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

/** Moves what is in each write-ahead log into its database, as SQLite does after a crash, and checks the database. */
function settleDatabases(folder: string): void {
  for (const file of listStateFiles(folder).filter((name) => name.endsWith(".sqlite"))) {
    const database = new DatabaseSync(path.join(folder, file));
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    const found = database.prepare("PRAGMA quick_check").get();
    database.close(); // the last connection removes the log
    if (found?.["quick_check"] !== "ok") throw new Refusal(`${file} is damaged: SQLite's check failed.`);
  }
}
