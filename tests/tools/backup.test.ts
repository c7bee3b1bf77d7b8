import { chmod, mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { takeStateLock } from "#tools/state-lock.ts";
import { aFolder, backUp, runTool } from "../faults/harness/state-files.ts";

/* Backups of a state that no product uses; tests/faults/backup.test.ts has them with a running product. */

const DAY_MS = 24 * 3_600_000;

let folder: string;
let stateDir: string;
let backups: string;

beforeEach(async () => {
  folder = aFolder();
  stateDir = path.join(folder, "state");
  backups = path.join(folder, "backups");
  await mkdir(path.join(stateDir, "v3"), { recursive: true });
  await mkdir(backups);
  const database = new DatabaseSync(path.join(stateDir, "v3", "a.sqlite"));
  database.exec("CREATE TABLE texts (text); INSERT INTO texts VALUES ('Once')");
  database.close();
});

/** Puts a program with this name before all others. */
async function replaceProgram(name: string, script: string): Promise<void> {
  const programs = path.join(folder, "programs");
  await mkdir(programs);
  await writeFile(path.join(programs, name), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(programs, name), 0o755);
  vi.stubEnv("PATH", `${programs}:${process.env["PATH"]}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Writes the database of an object to which these migrations were applied. */
async function writeObject(name: string, applied: [part: string, path: string][]): Promise<void> {
  const objects = path.join(stateDir, "v3", "do", "talespark-StoryObject");
  await mkdir(objects, { recursive: true });
  const database = new DatabaseSync(path.join(objects, `${name}.sqlite`));
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE applied_migrations (part TEXT, path TEXT)");
  const insert = database.prepare("INSERT INTO applied_migrations VALUES (?, ?)");
  for (const row of applied) insert.run(...row);
  database.close();
}

it.each([
  ["a newer migration of a known part", "story", "./migrations/9999_newer.sql"],
  ["a part that is not known", "group-chat", "./migrations/0000_initial.sql"],
])("a backup in which one object has %s is refused, and nothing is replaced", async (_, part, file) => {
  await writeObject("older", [["story", "./migrations/0000_initial.sql"]]);
  await writeObject("newer", [
    ["conversation", "./migrations/0000_initial.sql"],
    [part, file],
  ]);
  const archive = await backUp(stateDir, backups);
  const current = path.join(folder, "current");
  await mkdir(current);
  await writeFile(path.join(current, "databases"), "2\n");

  expect(await runTool("restore", current, archive, "--replace")).toEqual({
    ok: false,
    said: "This backup is of a newer version of Talespark: update Talespark first.\n",
  });

  const left = (await readdir(current)).filter((name) => !/^(?:lock\.sqlite|processes\.json)/u.test(name));
  expect(left).toEqual(["databases"]);
  expect(await readFile(path.join(current, "databases"), "utf8")).toBe("2\n");
});

it("a backup whose objects have migrations of this version is restored, and nothing is added to it", async () => {
  await writeObject("known", [
    ["conversation", "./migrations/0000_initial.sql"],
    ["story", "./migrations/0000_initial.sql"],
    ["character-chat", "./migrations/0000_initial.sql"],
  ]);
  const restored = path.join(folder, "restored");

  const { ok, said } = await runTool("restore", restored, await backUp(stateDir, backups));

  expect(ok, said).toBe(true);
  expect(await readdir(path.join(restored, "v3", "do", "talespark-StoryObject"))).toEqual(["known.sqlite"]);
});

it("a backup leaves one file in its folder", async () => {
  await backUp(stateDir, backups);

  expect(await readdir(backups)).toEqual([expect.stringMatching(/^talespark-.*\.tar\.gz$/u)]);
});

it("a restore refuses a folder in use or with a state, and a damaged backup, and changes nothing then; one that was cut off is finished by running it again", async () => {
  const archive = await backUp(stateDir, backups);
  const restore = async (target: string, ...args: string[]) =>
    (await runTool("restore", target, ...args)).said;

  const lock = await takeStateLock(stateDir, "http://localhost:5999");
  expect(await restore(stateDir, archive)).toMatch(/is in use by process \d+/u);
  lock.release();

  const restored = path.join(folder, "restored");
  expect(await restore(restored, archive)).toContain("npm start serves it.");
  const before = await readdir(restored);
  expect(await restore(restored, archive)).toContain("add --replace to move that one aside");
  expect(await readdir(restored)).toEqual(before);

  const damaged = path.join(folder, "damaged.tar.gz");
  const bytes = await readFile(archive);
  await writeFile(damaged, bytes.subarray(0, bytes.length / 2));
  expect(await restore(restored, damaged, "--replace")).toMatch(/^(tar failed|.* is not a whole backup)/u);
  expect(await readdir(restored)).toEqual(before);
  expect(await restore(restored, archive, "--replace")).toMatch(/The state before it is in .*replaced-/u);

  await writeFile(path.join(restored, "restore-unfinished"), "");
  expect((await runTool("start", restored)).said).toContain("was cut off: run npm run restore again");
  expect(await restore(restored, archive)).toContain("npm start serves it.");
  expect(await readdir(restored)).not.toContain("restore-unfinished");
});

it("a backup for which there is no room says so and leaves nothing", async () => {
  // Called as `tar -czf FILE …`.
  await replaceProgram("tar", 'echo half > "$2"; echo "tar: No space left on device" >&2; exit 2');

  const { ok, said } = await runTool("backup", stateDir, backups);

  expect({ ok, said }).toEqual({ ok: false, said: "tar failed: tar: No space left on device\n" });
  expect(await readdir(backups)).toEqual([]);
});

it("a folder that can't be written is named in one sentence", async () => {
  const file = path.join(folder, "a-file");
  await writeFile(file, "");

  const { ok, said } = await runTool("backup", stateDir, path.join(file, "backups"));

  expect(ok).toBe(false);
  expect(said).toMatch(/^No backup could be written into .*a-file\/backups: not a directory.\n$/u);
});

it("a folder in the state is refused", async () => {
  const { ok, said } = await runTool("backup", stateDir, path.join(stateDir, "backups"));

  expect({ ok, said }).toMatchObject({ ok: false, said: expect.stringContaining("lies in STATE_DIR") });
  expect(await readdir(stateDir)).toEqual(["v3"]);
});

it("a state that a restore has left half exchanged is not backed up", async () => {
  await writeFile(path.join(stateDir, "restore-unfinished"), "");

  const { ok, said } = await runTool("backup", stateDir, backups);

  expect({ ok, said }).toMatchObject({ ok: false, said: expect.stringContaining("was cut off") });
  expect(await readdir(backups)).toEqual([]);
});

it("what backups that were killed have left is removed after a day, and not before", async () => {
  const old = new Date(Date.now() - 2 * DAY_MS);
  for (const name of [".staging-old", ".staging-new"]) {
    await mkdir(path.join(backups, name, "state"), { recursive: true });
    await writeFile(path.join(backups, `talespark-${name}.tar.gz.partial`), "half");
  }
  for (const name of [".staging-old", "talespark-.staging-old.tar.gz.partial"])
    await utimes(path.join(backups, name), old, old);

  await backUp(stateDir, backups);

  expect((await readdir(backups)).filter((name) => !/^talespark-\d.*\.gz$/u.test(name))).toEqual([
    ".staging-new",
    "talespark-.staging-new.tar.gz.partial",
  ]);
});
