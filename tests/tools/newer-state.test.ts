import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { refuseNewerState } from "#tools/backup/refuse-newer.ts";
import { listMigrations } from "#tools/local-databases.ts";
import { persistencePath } from "#tools/paths.ts";

/** A state whose database has these migrations. */
function aState(names: string[]) {
  const stateDir = mkdtempSync(path.join(tmpdir(), "state-"));
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
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
