import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished, vi } from "vitest";
import { aFolder } from "#tests/faults/harness/state-files.ts";
import { listFiles } from "#tests/harness/list-files.ts";
import {
  listAddedDatabases,
  listDatabases,
  listMigrations,
  provideDatabases,
} from "#tools/local-databases.ts";
import { startNightlyTimer } from "#tools/nightly-timer.ts";
import { isRunning, signal } from "#tools/orphans.ts";
import { inProject, PROJECT_ROOT, persistencePath } from "#tools/paths.ts";
import { copyBuild, WRANGLER_DEV_CONFIG } from "#tools/production-build.ts";
import { refuseOtherState } from "#tools/refuse-other-state.ts";
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
  const folder = aFolder();
  const { holder, orphan } = await aHolder(folder);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(isRunning(orphan)).toBe(true);

  const lock = await takeStateLock(folder, URL);

  expect(isRunning(orphan)).toBe(false);
  lock.release();
});

it("another program's process that has got a recorded number since is left alone", async () => {
  const folder = aFolder();
  const stranger = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
  onTestFinished(() => void stranger.kill("SIGKILL"));
  const first = await takeStateLock(folder, URL);
  first.recordGroups([stranger.pid ?? 0]);

  // A second lock reads the file as after a kill of the first holder, which leaves only the file.
  const copy = aFolder();
  await copyFile(path.join(folder, "processes.json"), path.join(copy, "processes.json"));
  const second = await takeStateLock(copy, URL);

  expect(isRunning(stranger.pid ?? 0)).toBe(true);
  second.release();
  first.release();
});

/** A state whose database was made by these migrations, each as `rewrite` makes it. */
function aState(names: string[], rewrite: (sql: string) => string = (sql) => sql) {
  const stateDir = aFolder();
  const folder = path.join(persistencePath(stateDir), "d1", "miniflare-D1DatabaseObject");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "database.sqlite");
  const database = new DatabaseSync(file);
  database.exec("BEGIN; CREATE TABLE d1_migrations (name TEXT); CREATE TABLE _cf_METADATA (key INTEGER)");
  for (const name of names) {
    const known = path.join("migrations", name);
    if (existsSync(known)) database.exec(rewrite(readFileSync(known, "utf8")));
    database.prepare("INSERT INTO d1_migrations VALUES (?)").run(name);
  }
  database.exec("COMMIT");
  database.close();
  return { stateDir, file };
}

it("a state of every landed version is taken, and an empty one", () => {
  const names = listMigrations("migrations");
  for (const count of names.keys()) refuseOtherState(aState(names.slice(0, count + 1)).stateDir);
  refuseOtherState(aState([]).stateDir);
  refuseOtherState("/nowhere");
});

it.each([
  ["a newer version of Talespark", [...listMigrations("migrations"), "9999_later.sql"]],
  ["an early version of Talespark with other tables", ["0000_initial.sql"]],
])("a state of %s is refused in one sentence, and nothing in it is changed", (maker, names) => {
  const { stateDir, file } = aState(names, (sql) => sql.replaceAll("is_from_story", "from_story"));
  const before = readFileSync(file);
  expect(() => refuseOtherState(stateDir)).toThrow(
    `STATE_DIR ${stateDir} was made by ${maker}; nothing was changed: choose another STATE_DIR, or start the version that made it, where “Download my data” in the settings gives you your stories.`,
  );
  expect(readFileSync(file).equals(before)).toBe(true);
});

const listBindings = (stateDir: string) => listDatabases(stateDir).map(({ binding }) => binding);

it("a state has one database, that of wrangler.toml, unless it was given more", () => {
  const stateDir = aFolder();
  provideDatabases(stateDir, undefined);
  expect(listBindings(stateDir)).toEqual(["DB"]);
  provideDatabases(stateDir, 1);
  expect(listAddedDatabases(stateDir)).toEqual([]);
});

it("a state keeps its databases, can be given more, and is never served with fewer", () => {
  const stateDir = aFolder();
  provideDatabases(stateDir, 2);
  expect(listBindings(stateDir)).toEqual(["DB", "DIRECTORY", "DB_1"]);
  provideDatabases(stateDir, undefined);
  const two = listDatabases(stateDir);
  provideDatabases(stateDir, 4);
  expect(listDatabases(stateDir)).toEqual([
    ...two,
    { binding: "DB_2", id: "local-DB_2" },
    { binding: "DB_3", id: "local-DB_3" },
  ]);
  expect(new Set(listDatabases(stateDir).map(({ id }) => id)).size).toBe(5);
  expect(() => provideDatabases(stateDir, 3)).toThrow(/^DATABASES 3 is too few: .* is in 4 databases/u);
});

it("a damaged number of databases is refused, not read as one", () => {
  const stateDir = aFolder();
  writeFileSync(path.join(stateDir, "databases"), "");
  expect(() => listDatabases(stateDir)).toThrow("is damaged");
});

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
  return listFiles(folder).map((file) => path.basename(file));
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
