import { readdirSync, readFileSync } from "node:fs";

/*
 * What the local runtime (workerd) uses, read from /proc: Linux only. A runtime is found below the process that started
 * it, however many processes are between them.
 */

/** Processor time is counted in ticks of this many seconds (`getconf CLK_TCK`, 100 a second on every Linux). */
const TICK_S = 0.01;

/** Resident memory of all runtimes below a process, in bytes. */
export function measureMemory(pid: number): number {
  return sum(findRuntimes(pid), (runtime) => {
    const status = readProc(runtime, "status");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024;
  });
}

/** Processor time that all runtimes below a process have used since their start, in seconds. */
export function measureProcessor(pid: number): number {
  return sum(findRuntimes(pid), (runtime) => {
    const [user = 0, system = 0] = fieldsOf(readProc(runtime, "stat")).slice(11, 13).map(Number);
    return (user + system) * TICK_S;
  });
}

function findRuntimes(pid: number): number[] {
  const parents = new Map<number, { parent: number; isRuntime: boolean }>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const record = readProc(Number(name), "stat");
    if (record === "") continue;
    parents.set(Number(name), {
      parent: Number(fieldsOf(record)[1]),
      isRuntime: record.includes("(workerd)"),
    });
  }
  return [...parents].filter(([each, { isRuntime }]) => isRuntime && isBelow(each)).map(([each]) => each);

  function isBelow(each: number): boolean {
    const parent = parents.get(each)?.parent;
    return parent !== undefined && (parent === pid || isBelow(parent));
  }
}

/** The fields of a `stat` record after the name, which stands in brackets and may have spaces: state, parent, group … */
function fieldsOf(record: string): string[] {
  return record.slice(record.lastIndexOf(")") + 2).split(" ");
}

/** A file of /proc; empty for a process that has ended. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return "";
    throw error;
  }
}

function sum<T>(list: readonly T[], value: (of: T) => number): number {
  return list.reduce((total, each) => total + value(each), 0);
}
