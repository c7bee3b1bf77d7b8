import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * A secret of this machine: `session-secret` signs session cookies, `client-secret` is the app's at the local issuer. Made once per state
 * folder and stored there, so that people stay signed in after a restart.
 */
export function provideSecret(stateDir: string, name: "session-secret" | "client-secret"): string {
  const file = path.join(stateDir, name);
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8");
}
