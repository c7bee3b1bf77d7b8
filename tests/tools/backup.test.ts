import { chmod, mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { aFolder, runTool } from "../faults/harness/backups.ts";

/* `npm run backup` of a state that no product uses; tests/faults/backup.test.ts has it with a running product. */

const DAY_MS = 24 * 3_600_000;
const realPath = process.env["PATH"];

let folder: string;
let stateDir: string;
let backups: string;

beforeEach(async () => {
  folder = await aFolder();
  stateDir = path.join(folder, "state");
  backups = path.join(folder, "backups");
  await mkdir(path.join(stateDir, "v3"), { recursive: true });
  await mkdir(backups);
  const database = new DatabaseSync(path.join(stateDir, "v3", "a.sqlite"));
  database.exec("CREATE TABLE texts (text); INSERT INTO texts VALUES ('Once')");
  database.close();
});

afterEach(() => {
  process.env["PATH"] = realPath;
});

/** Puts a program with this name before all others. */
async function replaceProgram(name: string, script: string): Promise<void> {
  const programs = path.join(folder, "programs");
  await mkdir(programs);
  await writeFile(path.join(programs, name), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(programs, name), 0o755);
  process.env["PATH"] = `${programs}:${realPath}`;
}

it("a backup leaves one file in its folder, which nobody else can read", async () => {
  expect((await runTool("backup", stateDir, backups)).ok).toBe(true);

  expect(await readdir(backups)).toEqual([expect.stringMatching(/^talespark-.*\.tar\.gz$/u)]);
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

  expect((await runTool("backup", stateDir, backups)).ok).toBe(true);

  expect((await readdir(backups)).filter((name) => !/^talespark-\d.*\.gz$/u.test(name))).toEqual([
    ".staging-new",
    "talespark-.staging-new.tar.gz.partial",
  ]);
});
