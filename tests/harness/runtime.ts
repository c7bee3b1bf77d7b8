import { readdirSync, readFileSync } from "node:fs";

/*
 * What the local runtime (workerd) uses, read from /proc: Linux only. A runtime is found below the process that started
 * it, however many processes are between them.
 */

/** Processor time is counted in ticks of this many seconds (`getconf CLK_TCK`, 100 a second on every Linux). */
const TICK_S = 0.01;

/** Processor time that all runtimes below a process have used since their start, in seconds. */
export function measureProcessor(pid: number): number {
  const ticks = findRuntimes(pid).flatMap((runtime) => fieldsOf(readProc(runtime)).slice(11, 13).map(Number));
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_S;
}

function findRuntimes(pid: number): number[] {
  const parents = new Map<number, { parent: number; isRuntime: boolean }>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const record = readProc(Number(name));
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

/** The `stat` record of a process; empty for one that has ended. */
function readProc(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return "";
    throw error;
  }
}
