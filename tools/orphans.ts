import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { PROJECT_ROOT } from "./paths.ts";

/** Every child has this in its environment, so that a later start can recognise it. */
export const STATE_DIR_MARK = "TALESPARK_STATE_DIR";

const DEATH_LIMIT_MS = 2_000; // a process killed with -9 is gone in a few ms; longer only in uninterruptible I/O

/**
 * Kills processes that a crashed command left running. A group number may have been given to another process since. So
 * only a process that has the mark of this state folder (where /proc shows it) or that runs a program of this project
 * (elsewhere) is killed.
 */
export async function killOrphans(groups: number[], stateDir: string): Promise<void> {
  const pids = findProcesses(groups, stateDir);
  for (const pid of pids) signal(pid, "SIGKILL");
  await untilEnded(() => pids.some(isRunning));
}

/** Kills all processes of a group, and resolves when they have ended. */
export async function killGroup(group: number): Promise<void> {
  signal(-group, "SIGKILL");
  await untilEnded(() => isGroupRunning(group));
}

async function untilEnded(isAnyRunning: () => boolean): Promise<void> {
  const deadline = Date.now() + DEATH_LIMIT_MS;
  while (isAnyRunning() && Date.now() < deadline) await delay(10);
}

/** The running processes of these groups that belong to a state folder. */
export function findProcesses(groups: number[], stateDir: string): number[] {
  if (groups.length === 0) return [];
  return isLinux ? findByMark(groups, stateDir) : findByCommand(groups);
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

/**
 * Whether a process runs. One that has ended stays in the process table as a zombie, and can be signalled, until its
 * parent has read its exit code. If the parent is gone, process 1 does that, and it may take its time. Only /proc says
 * whether a process is a zombie.
 */
export function isRunning(pid: number): boolean {
  return isLinux ? (readStat(pid)?.isRunning ?? false) : signal(pid, 0);
}

/** Whether any process of a group runs. */
export function isGroupRunning(group: number): boolean {
  if (!isLinux) return signal(-group, 0);
  return listStats().some((stat) => stat.group === group && stat.isRunning);
}

const isLinux = process.platform === "linux";

/** The number of threads in /proc/PID/stat, counted from the state: proc(5) counts from 1, and the state is 3. */
const THREADS_FIELD = 20 - 3;

type ProcessStat = { pid: number; group: number; isRunning: boolean };

/** Reads the state of a process from /proc. `null`: there is no such process. */
function readStat(pid: number): ProcessStat | null {
  try {
    // pid (name) state ppid pgrp … threads …; the name may hold spaces and parentheses
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const hasEnded = fields[0] === "Z" && fields[THREADS_FIELD] === "1"; // the first thread may end before the others
    return { pid, group: Number(fields[2]), isRunning: !hasEnded };
  } catch {
    return null;
  }
}

function listStats(): ProcessStat[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => readStat(Number(pid))).filter((stat) => stat !== null);
}

function findByMark(groups: number[], stateDir: string): number[] {
  const mark = `${STATE_DIR_MARK}=${stateDir}`;
  const members = listStats().filter(({ group }) => groups.includes(group));
  return members.map(({ pid }) => pid).filter((pid) => readEnvironment(pid).includes(mark));
}

/** Empty for a process that has ended or belongs to another user. */
function readEnvironment(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

function findByCommand(groups: number[]): number[] {
  const lines = execFileSync("ps", ["-axo", "pid=,pgid=,command="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, group, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return groups.includes(Number(group)) && command.includes(PROJECT_ROOT) ? [Number(pid)] : [];
  });
}
