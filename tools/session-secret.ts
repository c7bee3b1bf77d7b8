import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The secret that signs session cookies: made once for a state folder and kept there, so that sign-ins survive a restart. */
export function provideSessionSecret(stateDir: string): string {
  const file = path.join(stateDir, "session-secret");
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8");
}
