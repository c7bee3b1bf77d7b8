import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listD1Files } from "./end-sessions.ts";
import { listMigrations, migrationsFolder } from "./local-databases.ts";
import { inProject, persistencePath } from "./paths.ts";
import { Refusal } from "./refusal.ts";

/**
 * Throws a `Refusal` if a database of a backup has a migration that this version does not know: it would read and write tables that it
 * does not understand. `stateDir` is a copy that nothing uses.
 */
export function refuseNewerBackup(stateDir: string): void {
  const knownOfObjects = new Set(listObjectMigrations());
  // As `migrateObject` records them: part "story", path "./migrations/0000_initial.sql".
  const recorded = "part || '/' || replace(path, './', '')";
  const isNewer = listObjectFiles(stateDir).some((file) =>
    readColumn(file, "applied_migrations", recorded).some((name) => !knownOfObjects.has(name)),
  );
  if (isNewer || hasNewerRows(stateDir))
    throw new Refusal("This backup is of a newer version of Talespark: update Talespark first.");
}

/**
 * Throws a `Refusal` if this version can't go on with a state: a newer version has migrated one of its databases, or it was made before
 * migrations were kept as they had landed, and has other tables. The state must not be in use; it is only read.
 */
export function refuseOtherState(stateDir: string): void {
  const isNewer = hasNewerRows(stateDir);
  if (!isNewer && listD1Files(stateDir).every(hasTablesOfItsMigrations)) return;
  const maker = isNewer ? "a newer version of Talespark" : "an early version of Talespark with other tables";
  throw new Refusal(
    `STATE_DIR ${stateDir} was made by ${maker}; nothing was changed: choose another STATE_DIR, or start the version that made it, where “Download my data” in the settings gives you your stories.`,
  );
}

/** Whether a D1 database has the columns that the migrations make which are recorded in it. */
function hasTablesOfItsMigrations(file: string): boolean {
  const applied = new Set(readColumn(file, "d1_migrations", "name"));
  const made = new DatabaseSync(":memory:");
  for (const name of listMigrations(migrationsFolder()))
    if (applied.has(name)) made.exec(readFileSync(path.join(migrationsFolder(), name), "utf8"));
  const found = new DatabaseSync(file);
  try {
    return listColumns(found) === listColumns(made);
  } finally {
    found.close();
  }
}

/** The columns of all tables that migrations make, as one text. */
function listColumns(database: DatabaseSync): string {
  const columns = database.prepare(
    `SELECT m.name || '.' || c.name AS name FROM sqlite_master m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name NOT GLOB '_cf_*' AND m.name NOT GLOB 'sqlite_*' AND m.name <> 'd1_migrations'
      ORDER BY 1`,
  );
  return columns
    .all()
    .map(({ name }) => String(name))
    .join(" ");
}

/** Whether a D1 database has a migration that this version does not know. */
function hasNewerRows(stateDir: string): boolean {
  const known = new Set(listMigrations(migrationsFolder()));
  return listD1Files(stateDir).some((file) =>
    readColumn(file, "d1_migrations", "name").some((name) => !known.has(name)),
  );
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
