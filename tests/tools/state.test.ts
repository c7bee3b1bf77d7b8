import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { aFolder } from "#tests/faults/harness/state-files.ts";
import { refuseNewerState } from "#tools/backup/refuse-newer.ts";
import {
  listAddedDatabases,
  listDatabases,
  listMigrations,
  provideDatabases,
} from "#tools/local-databases.ts";
import { isRunning, signal } from "#tools/orphans.ts";
import { PROJECT_ROOT, persistencePath } from "#tools/paths.ts";
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

/** A state whose database has these migrations. */
function aState(names: string[]) {
  const stateDir = aFolder();
  const folder = path.join(persistencePath(stateDir), "d1", "miniflare-D1DatabaseObject");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "database.sqlite");
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE d1_migrations (name TEXT)");
  for (const name of names) database.prepare("INSERT INTO d1_migrations VALUES (?)").run(name);
  database.close();
  return { stateDir, file };
}

it("a state of every landed version is taken, and an empty one", () => {
  const names = listMigrations("migrations");
  for (const count of names.keys()) refuseNewerState(aState(names.slice(0, count + 1)).stateDir);
  refuseNewerState(aState([]).stateDir);
  refuseNewerState("/nowhere");
});

it("a state of a newer version is refused in one sentence, and nothing in it is changed", () => {
  const { stateDir, file } = aState([...listMigrations("migrations"), "9999_later.sql"]);
  const before = readFileSync(file);
  expect(() => refuseNewerState(stateDir)).toThrow(
    `STATE_DIR ${stateDir} was made by a newer version of Talespark; nothing was changed: choose another STATE_DIR, or start the version that made it, where “Download my data” in the settings gives you your stories.`,
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
