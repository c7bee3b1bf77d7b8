import { DatabaseSync } from "node:sqlite";

export type FileLock = { release(): void };

/**
 * Takes a lock between processes, or gives null when another living process holds it. It is an exclusive SQLite
 * transaction on `file`: the system drops it with its process, so there is no stale lock to tell from a real one.
 */
export function tryFileLock(file: string): FileLock | null {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => database.close() };
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
