import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { isRunning, signal } from "#tools/orphans.ts";
import { PROJECT_ROOT } from "#tools/paths.ts";
import { takeStateLock } from "#tools/state-lock.ts";

const URL = "http://localhost:5999";

// Takes the lock and starts a process that keeps running when its parent is killed, as workerd does. Prints both
// process ids.
const HOLDER = `
  import { Processes } from "#tools/processes.ts";
  import { takeStateLock } from "#tools/state-lock.ts";
  const lock = await takeStateLock(process.argv[1], "${URL}");
  const processes = new Processes(process.argv[1], lock.recordGroups);
  const child = processes.start({
    name: "orphan",
    args: ["-e", "setInterval(() => {}, 1000); console.log('pid', process.pid)"],
    stdout: "lines",
  });
  for await (const line of child.lines) console.log(line);
`;

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "talespark-lock-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function aHolder(folder: string): Promise<{ holder: ChildProcess; orphan: number }> {
  const holder = spawn(process.execPath, ["--input-type=module", "-e", HOLDER, folder], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void holder.kill("SIGKILL"));
  const [line]: string[] = await once(createInterface({ input: holder.stdout }), "line");
  const orphan = Number(line?.replace("pid ", ""));
  onTestFinished(() => void signal(orphan, "SIGKILL"));
  return { holder, orphan };
}

it("processes left by a killed holder are ended, and its folder can be used", async () => {
  const folder = await aFolder();
  const { holder, orphan } = await aHolder(folder);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(isRunning(orphan)).toBe(true);

  const lock = await takeStateLock(folder, URL);

  expect(isRunning(orphan)).toBe(false);
  lock.release();
});

it("another program's process that has got a recorded number since is left alone", async () => {
  const folder = await aFolder();
  const stranger = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
  onTestFinished(() => void stranger.kill("SIGKILL"));
  const first = await takeStateLock(folder, URL);
  first.recordGroups([stranger.pid ?? 0]);

  // A second lock reads the file as after a kill of the first holder, which leaves only the file.
  const copy = await aFolder();
  await copyFile(path.join(folder, "processes.json"), path.join(copy, "processes.json"));
  const second = await takeStateLock(copy, URL);

  expect(isRunning(stranger.pid ?? 0)).toBe(true);
  second.release();
  first.release();
});
