import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";
import { writeStateFile } from "./local-services/state-file.ts";
import { inProject } from "./paths.ts";
import { Refusal } from "./refusal.ts";

/** A local D1 database with its binding. The name of its file in the state folder is a hash of `id`. */
export type LocalDatabase = { binding: string; id: string };

/** In a state folder with more than one database: their number. It is a part of the state, so a backup has it too. */
const COUNT_FILE = "databases";

const configSchema = v.object({
  d1_databases: v.array(
    v.object({
      binding: v.string(),
      database_id: v.string(),
      preview_database_id: v.optional(v.string()),
      migrations_dir: v.optional(v.string()),
    }),
  ),
});

/**
 * Gives a state folder `wanted` databases for people's rows; without `wanted` it keeps its databases; a new folder has one. Throws
 * a `Refusal` if it has more than `wanted`: the people in the others would lose their account.
 */
export function provideDatabases(stateDir: string, wanted: number | undefined): void {
  const count = countDatabases(stateDir);
  if (wanted === undefined || wanted === count) return;
  if (wanted < count) {
    throw new Refusal(
      `DATABASES ${wanted} is too few: the state in ${stateDir} is in ${count} databases, and none can be removed.`,
    );
  }
  writeStateFile(path.join(stateDir, COUNT_FILE), wanted);
}

/** How many databases with people's rows a state folder has. */
export function countDatabases(stateDir: string): number {
  const file = path.join(stateDir, COUNT_FILE);
  if (!existsSync(file)) return 1;
  const count = Number(readFileSync(file, "utf8"));
  if (!(Number.isInteger(count) && count > 1)) throw new Refusal(`${file} is damaged: it has no number.`);
  return count;
}

/** The databases of a state folder: those of wrangler.toml, and those that were added. */
export function listDatabases(stateDir: string): LocalDatabase[] {
  const configured = readConfigured().map(({ binding, database_id, preview_database_id }) => ({
    binding,
    id: preview_database_id ?? database_id,
  }));
  return [...configured, ...listAddedDatabases(stateDir)];
}

/** The databases of a state folder that wrangler.toml does not have; `workers/db/shards.ts` knows their names. */
export function listAddedDatabases(stateDir: string): LocalDatabase[] {
  const count = countDatabases(stateDir);
  if (count === 1) return [];
  const names = ["DIRECTORY", "DB", ...Array.from({ length: count - 1 }, (_, index) => `DB_${index + 1}`)];
  const configured = new Set(readConfigured().map(({ binding }) => binding));
  return names
    .filter((binding) => !configured.has(binding))
    .map((binding) => ({ binding, id: `local-${binding}` }));
}

/** The folder with the migrations of all databases. */
export function migrationsFolder(): string {
  const first = readConfigured().find(({ binding }) => binding === "DB");
  if (first === undefined) throw new Error("wrangler.toml has no D1 database DB with an id.");
  return inProject(first.migrations_dir ?? "migrations");
}

/** wrangler could read this file too, but its code would take 220 MB of memory for as long as the product runs. */
function readConfigured(): v.InferOutput<typeof configSchema>["d1_databases"] {
  return v.parse(configSchema, parse(readFileSync(inProject("wrangler.toml"), "utf8"))).d1_databases;
}

/** The names of the migrations in a folder, in their order; none if there is no such folder. */
export function listMigrations(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}
