import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { findProcesses, signal } from "../orphans.ts";
import { Refusal } from "../refusal.ts";
import { readRecordedGroups } from "../state-lock.ts";

const STOP_LIMIT_MS = 5_000; // a process stops within ms unless the disk keeps it waiting

/**
 * Stops the processes of the running product with SIGSTOP, and returns the function that continues them. Nothing is written
 * meanwhile; connections wait. The processes also continue if this command ends in any other way, even by a crash. Throws a
 * `Refusal` if they can't be reached from here.
 */
export async function freezeProduct(stateDir: string): Promise<{ thaw(): void }> {
  const pids = findProcesses(readRecordedGroups(stateDir), stateDir);
  if (pids.length === 0) {
    throw new Refusal(
      `STATE_DIR ${stateDir} is in use by a process that this command can't pause: run it where Talespark runs (docker compose exec …), or stop Talespark first.`,
    );
  }
  // Its stdin closes with this process, whatever happens to it.
  const guard = spawn("sh", ["-c", `cat > /dev/null; kill -CONT ${pids.join(" ")}`], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const thaw = () => {
    for (const pid of pids) signal(pid, "SIGCONT");
    guard.stdin.end();
  };
  try {
    for (const pid of pids) signal(pid, "SIGSTOP");
    const deadline = Date.now() + STOP_LIMIT_MS;
    while (!areStopped(pids)) {
      if (Date.now() > deadline) throw new Refusal("Talespark could not be paused in 5 s. Try again.");
      await delay(5);
    }
  } catch (error) {
    thaw();
    throw error;
  }
  return { thaw };
}

function areStopped(pids: number[]): boolean {
  if (process.platform === "linux") return pids.every((pid) => readLinuxState(pid) === "T");
  const states = execFileSync("ps", ["-o", "stat=", "-p", pids.join(",")], { encoding: "utf8" });
  return states
    .trim()
    .split("\n")
    .every((state) => state.trim().startsWith("T"));
}

/** Without `ps`, which small images do not have: pid (name) state …; the name may hold spaces and parentheses. */
function readLinuxState(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
}
