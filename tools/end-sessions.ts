import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SessionStore } from "./local-services/issuer/session-store.ts";
import { persistencePath } from "./paths.ts";

/** Signs a person out everywhere: of the local issuer and of the app. The product must be stopped. */
export function endSessions(stateDir: string, subject: string): void {
  new SessionStore(path.join(stateDir, "issuer")).deleteAccount(subject);
  for (const file of listD1Files(stateDir)) {
    const database = new DatabaseSync(file);
    const hasUsers = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'users'").get() !== undefined;
    if (hasUsers)
      database
        .prepare("UPDATE users SET session_epoch = max(session_epoch, unixepoch()) + 1 WHERE id = ?")
        .run(subject);
    database.close();
  }
}

/** The files of the local D1 databases. */
export function listD1Files(stateDir: string): string[] {
  const folder = path.join(persistencePath(stateDir), "d1", "miniflare-D1DatabaseObject");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"))
    .map((name) => path.join(folder, name));
}
