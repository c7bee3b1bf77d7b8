import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished, vi } from "vitest";
import { aFolder } from "#tests/faults/harness/state-files.ts";
import { startNightlyTimer } from "#tools/nightly-timer.ts";
import { isRunning, signal } from "#tools/orphans.ts";
import { inProject, PROJECT_ROOT } from "#tools/paths.ts";
import { copyBuild, WRANGLER_DEV_CONFIG } from "#tools/production-build.ts";

it.runIf(process.platform === "linux")(
  "a process that has ended but is still in the process table does not count as running",
  async () => {
    // The shell becomes `sleep`, which does not ask for the end of the shell's child.
    const parent = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [line]: string[] = await once(createInterface({ input: parent.stdout }), "line");
    const pid = Number(line);

    await expect
      .poll(() => ({ isRunning: isRunning(pid), isFound: signal(pid, 0) }))
      .toEqual({
        isRunning: false,
        isFound: true,
      });
    expect(isRunning(parent.pid ?? 0)).toBe(true);
  },
);

/** Starts a program that would run for ever, in the way in which a build is started. Resolves when it runs. */
async function startProgram(): Promise<ChildProcess> {
  const script = "process.stdout.write('started'); setInterval(() => {}, 1000)";
  const program = spawn(
    process.execPath,
    ["--import", inProject("tools", "exit-with-parent.ts"), "-e", script],
    {
      cwd: PROJECT_ROOT,
      env: { ...process.env, EXIT_WITH_STDIN: "1" },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  onTestFinished(() => void program.kill("SIGKILL"));
  if (program.stdout) await once(program.stdout, "data");
  return program;
}

// A build that ends with 0 counts as complete, and the next start would serve it.
it.each([
  ["is stopped", (program: ChildProcess) => program.kill("SIGTERM")],
  ["loses the command that started it", (program: ChildProcess) => program.stdin?.end()],
])("a program that %s ends with the code of a failure", async (_, end) => {
  const program = await startProgram();
  end(program);
  expect(await once(program, "exit")).toEqual([1, null]);
});

function aBuild(): { build: string; copy: string } {
  const folder = aFolder();
  const build = path.join(folder, "build");
  mkdirSync(path.join(build, "server"), { recursive: true });
  return { build, copy: path.join(folder, "copy") };
}

function write(folder: string, names: string[]): void {
  for (const name of names) writeFileSync(path.join(folder, name), name);
}

function listNames(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

it("a server's copy of the build has nothing with settings of the developer's machine", async () => {
  const { build, copy } = aBuild();
  write(build, [".inputs", "server/index.js", "server/wrangler.json"]);
  write(build, ["server/.dev.vars", `server/${WRANGLER_DEV_CONFIG}`]);

  await copyBuild(build, copy);

  expect(listNames(copy).sort()).toEqual([".inputs", "index.js", "wrangler.json"]);
});

it("copies again after a copy that was interrupted", async () => {
  const { build, copy } = aBuild();
  write(build, [".inputs", "server/index.js"]);
  mkdirSync(path.join(copy, "server"), { recursive: true });
  write(copy, ["server/other.js"]);

  await copyBuild(build, copy);

  expect(listNames(copy).sort()).toEqual([".inputs", "index.js"]);
});

it("a build that was interrupted is not served", async () => {
  const { build, copy } = aBuild();
  write(build, ["server/index.js"]);

  await expect(copyBuild(build, copy)).rejects.toThrow("has no finished build");
});

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

it("the nightly jobs of one's own machine run ten minutes after the start, and then every day, also after a failure", async () => {
  vi.useFakeTimers();
  let runs = 0;
  const reported: unknown[] = [];
  const run = async () => {
    runs += 1;
    if (runs === 1) throw new Error("the first one fails");
  };
  startNightlyTimer(run, (error) => reported.push(error));

  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS - 1);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(1);
  expect(reported).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2 * DAY_MS);
  expect(runs).toBe(3);
});
