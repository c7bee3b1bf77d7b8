import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { freezeProduct } from "./backup/freeze.ts";
import { listD1Files } from "./end-sessions.ts";
import { isDatabaseBusy } from "./file-lock.ts";
import { Refusal, runCommand } from "./refusal.ts";

/*
 * `node tools/clean-databases.ts STATE_DIR`, every night by tools/server.ts: what was deleted leaves the files, too. SQLite keeps it in free
 * pages and in the `-wal` file until it needs the place. The product is paused meanwhile: to a database that another process is
 * writing, workerd answers with an error. Files of objects need none of this, because a deleted object loses its file.
 */

const TRIES = 10;
const RETRY_MS = 1_000;

await runCommand(async () => {
  const stateDir = process.argv[2];
  if (stateDir === undefined)
    throw new Refusal("Which state folder? node tools/clean-databases.ts STATE_DIR");
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const { thaw } = await freezeProduct(stateDir);
    try {
      for (const file of listD1Files(stateDir)) clean(file);
      return;
    } catch (error) {
      if (!isDatabaseBusy(error) || tries === TRIES) throw error; // it was paused in the middle of a write
    } finally {
      thaw();
    }
    await delay(RETRY_MS);
  }
});

function clean(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("VACUUM");
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}
