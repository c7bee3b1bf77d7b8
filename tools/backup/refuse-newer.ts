import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listD1Files } from "../end-sessions.ts";
import { listMigrations, migrationsFolder } from "../local-databases.ts";
import { inProject, persistencePath } from "../paths.ts";
import { Refusal } from "../refusal.ts";

/**
 * Throws a `Refusal` if a database of the state has a migration that this version does not know: it would read and write tables that it
 * does not understand. `stateDir` is a copy that nothing uses.
 */
export function refuseNewer(stateDir: string): void {
  const known = new Set(listMigrations(migrationsFolder()));
  for (const file of listD1Files(stateDir)) {
    refuseUnknown(known, readColumn(file, "d1_migrations", "name"));
  }
  const knownOfObjects = new Set(listObjectMigrations());
  for (const file of listObjectFiles(stateDir)) {
    // As `migrateObject` records them: part "story", path "./migrations/0000_initial.sql".
    const applied = readColumn(file, "applied_migrations", "part || '/' || replace(path, './', '')");
    refuseUnknown(knownOfObjects, applied);
  }
}

/**
 * Throws a `Refusal` if this version can't go on with a state: one of its databases has a migration that is not known, or other tables
 * than those to which its recorded migrations lead. Until this check was made, migrations were rewritten sometimes; a state of such a
 * time has these tables. The state must not be in use; it is only read.
 */
export function refuseOtherTables(stateDir: string): void {
  const known = listMigrations(migrationsFolder());
  for (const file of listD1Files(stateDir)) {
    const applied = readColumn(file, "d1_migrations", "name");
    const isNewer = applied.some((name) => !known.includes(name));
    if (!isNewer && hasTablesOf(file, applied)) continue;
    const maker = isNewer
      ? "a newer version of Talespark"
      : "an earlier version of Talespark with other tables";
    throw new Refusal(
      `STATE_DIR ${stateDir} was made by ${maker}; nothing was changed: choose another STATE_DIR, or start the version that made it, where “Download my data” in the settings gives you your stories.`,
    );
  }
}

/** Whether the tables of migrations have exactly the columns in a database that these migrations make. */
function hasTablesOf(file: string, migrations: readonly string[]): boolean {
  const made = new DatabaseSync(":memory:");
  for (const name of migrations) made.exec(readFileSync(path.join(migrationsFolder(), name), "utf8"));
  const expected = listColumns(made);
  const found = new DatabaseSync(file);
  const columns = listColumns(found);
  found.close();
  return [...expected].every(([table, names]) => columns.get(table) === names);
}

/** By table: its columns as one text. */
function listColumns(database: DatabaseSync): Map<string, string> {
  const rows = database
    .prepare(
      `SELECT t.name AS name, (SELECT group_concat(c.name ORDER BY c.name) FROM pragma_table_info(t.name) c) AS columns
        FROM sqlite_master t WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    )
    .all();
  return new Map(rows.map(({ name, columns }) => [String(name), String(columns)]));
}

function refuseUnknown(known: ReadonlySet<string>, applied: readonly string[]): void {
  if (applied.some((name) => !known.has(name)))
    throw new Refusal("This backup is of a newer version of Talespark: update Talespark first.");
}

/** The values of an expression in all rows of a table; none if there is no such table, as in an object that was never used. */
function readColumn(file: string, table: string, expression: string): string[] {
  // Not read-only: such a connection would leave two files beside each database.
  const database = new DatabaseSync(file);
  try {
    const hasTable = database.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table) !== undefined;
    if (!hasTable) return [];
    const rows = database.prepare(`SELECT ${expression} AS value FROM ${table}`).all();
    return rows.map(({ value }) => String(value));
  } finally {
    database.close();
  }
}

/** The migrations of all parts of the objects' tables, such as `story/migrations/0000_initial.sql`. */
function listObjectMigrations(): string[] {
  const root = inProject("durable-objects");
  if (!existsSync(root)) return [];
  return readdirSync(root).flatMap((part) =>
    listMigrations(path.join(root, part, "migrations")).map((name) => `${part}/migrations/${name}`),
  );
}

/** The databases of all objects: a folder for each class. */
function listObjectFiles(stateDir: string): string[] {
  const root = path.join(persistencePath(stateDir), "do");
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sqlite") && !path.basename(name).startsWith("metadata"))
    .map((name) => path.join(root, name));
}
