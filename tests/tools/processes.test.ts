import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { isRunning, signal } from "#tools/orphans.ts";
import { inProject, PROJECT_ROOT } from "#tools/paths.ts";

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
