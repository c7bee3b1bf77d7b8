import { DatabaseSync } from "node:sqlite";

export type FileLock = { release(): void };

/**
 * Takes a lock between processes; null if another running process holds it. The lock is an exclusive SQLite transaction
 * on `file`. The system drops it when its process ends, so a lock is never stale.
 */
export function tryFileLock(file: string): FileLock | null {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isDatabaseBusy(error)) return null;
    throw error;
  }
  return { release: () => database.close() };
}

/** Whether another connection holds what this one needs. */
export function isDatabaseBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
