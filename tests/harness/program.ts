import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PROJECT_ROOT } from "#tools/paths.ts";

/** A program of the tests or the benchmark that listens. It ends with this process. */
export type Program = { url: string; pid: number; stop: () => Promise<void> };

/** Starts a program that prints `ready URL` on stdout. Throws if it ends before. */
export async function startProgram(file: string, ...args: string[]): Promise<Program> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file, ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, EXIT_WITH_STDIN: "1" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^ready (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      pid: child.pid ?? Number.NaN,
      stop: async () => {
        child.kill("SIGTERM");
        await gone;
      },
    };
  }
  throw new Error(`${file} ended before it was ready.`);
}
