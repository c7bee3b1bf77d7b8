import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { refuseOtherTables } from "#tools/backup/refuse-newer.ts";
import { listMigrations } from "#tools/local-databases.ts";
import { persistencePath } from "#tools/paths.ts";

/** A state whose database was made by these migrations, each as `rewrite` makes it. */
function aState(names: string[], rewrite: (sql: string) => string = (sql) => sql) {
  const stateDir = mkdtempSync(path.join(tmpdir(), "state-"));
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
  const folder = path.join(persistencePath(stateDir), "d1", "miniflare-D1DatabaseObject");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "database.sqlite");
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE d1_migrations (name TEXT); CREATE TABLE _cf_METADATA (key INTEGER)");
  for (const name of names) {
    const known = listMigrations("migrations").includes(name);
    if (known) database.exec(rewrite(readFileSync(path.join("migrations", name), "utf8")));
    database.prepare("INSERT INTO d1_migrations VALUES (?)").run(name);
  }
  database.close();
  return { stateDir, file };
}

it("a state of every landed version is taken, and an empty one", () => {
  const names = listMigrations("migrations");
  for (const count of names.keys()) refuseOtherTables(aState(names.slice(0, count + 1)).stateDir);
  refuseOtherTables(aState([]).stateDir);
  refuseOtherTables("/nowhere");
});

it.each([
  ["an earlier version of Talespark with other tables", ["0000_initial.sql"]],
  ["a newer version of Talespark", [...listMigrations("migrations"), "9999_later.sql"]],
])("a state of %s is refused in one sentence, and nothing in it is changed", (maker, names) => {
  const { stateDir, file } = aState(names, (sql) =>
    sql.replace("`usage_warnings` integer", "`warned` integer"),
  );
  const before = readFileSync(file);
  expect(() => refuseOtherTables(stateDir)).toThrow(
    `STATE_DIR ${stateDir} was made by ${maker}; nothing was changed: choose another STATE_DIR, or start the version that made it, where “Download my data” in the settings gives you your stories.`,
  );
  expect(readFileSync(file).equals(before)).toBe(true);
});
