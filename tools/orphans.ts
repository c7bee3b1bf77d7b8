import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { PROJECT_ROOT } from "./paths.ts";

/** Every child has this in its environment, so that a later start can recognise it. */
export const STATE_DIR_MARK = "TALESPARK_STATE_DIR";

const ORPHAN_DEATH_LIMIT_MS = 2_000; // a process killed with -9 is gone in a few ms; longer only in uninterruptible I/O

/**
 * Kills processes that a crashed command left running. A group number may have been given to another process since. So
 * only a process that has the mark of this state folder (where /proc shows it) or that runs a program of this project
 * (elsewhere) is killed.
 */
export async function killOrphans(groups: number[], stateDir: string): Promise<void> {
  if (groups.length === 0) return;
  const pids = findProcesses(groups, stateDir);
  for (const pid of pids) signal(pid, "SIGKILL");
  const deadline = Date.now() + ORPHAN_DEATH_LIMIT_MS;
  while (pids.some(isAlive) && Date.now() < deadline) await delay(10);
}

/** The running processes of these groups that belong to a state folder. */
export function findProcesses(groups: number[], stateDir: string): number[] {
  if (groups.length === 0) return [];
  return process.platform === "linux" ? findByMark(groups, stateDir) : findByCommand(groups);
}

/** Sends a signal to a process, or with a negative number to a group. False if there is none. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM"))
      return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

function findByMark(groups: number[], stateDir: string): number[] {
  const mark = `${STATE_DIR_MARK}=${stateDir}`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        // pid (name) state ppid pgrp …; the name may hold spaces and parentheses
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const group = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
        return (
          groups.includes(group) && readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(mark)
        );
      } catch {
        return false; // it has ended, or belongs to another user
      }
    })
    .map(Number);
}

function findByCommand(groups: number[]): number[] {
  const lines = execFileSync("ps", ["-axo", "pid=,pgid=,command="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, group, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return groups.includes(Number(group)) && command.includes(PROJECT_ROOT) ? [Number(pid)] : [];
  });
}
