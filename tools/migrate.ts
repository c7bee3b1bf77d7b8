import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import * as v from "valibot";
import { unstable_readConfig, unstable_splitSqlQuery } from "wrangler";
import { inProject } from "./paths.ts";

// The table in which `wrangler d1 migrations apply` records migrations, so that both work on one database.
const RECORD_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

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
 * Applies the migrations that the local D1 database lacks, each with its record in one transaction. Run it before the
 * Worker is loaded: its objects' pending alarms then fire at once and write to D1.
 *
 * `wrangler d1 migrations apply --local` does the same in 2 s instead of 0.3 s.
 */
export async function migrate(stateDir: string): Promise<string[]> {
  const binding = localDatabase();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: "migrate",
      modules: true,
      script: "export default {}",
      d1Databases: { DB: binding.id },
      resourcePersistencePath: persistencePath(stateDir),
      telemetry: { enabled: false },
      cf: false,
    }),
  );
  try {
    const database = await miniflare.getD1Database("DB");
    await database.prepare(RECORD_TABLE).run();
    const { results } = await database.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
    const applied = new Set(results.map(({ name }) => name));
    const pending = listMigrations(binding.folder).filter((name) => !applied.has(name));
    for (const name of pending) {
      const statements = unstable_splitSqlQuery(readFileSync(path.join(binding.folder, name), "utf8"));
      await database.batch([
        ...statements.map((statement) => database.prepare(statement)),
        database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
      ]);
    }
    return pending;
  } finally {
    await miniflare.dispose();
  }
}

/** The folder of Miniflare's data, the same as that of `wrangler dev --persist-to` and the Vite plugin. */
export function persistencePath(stateDir: string): string {
  return path.join(stateDir, "v3");
}

function localDatabase(): { id: string; folder: string } {
  const config = v.parse(configSchema, unstable_readConfig({ config: inProject("wrangler.toml") }));
  const database = config.d1_databases.find(({ binding }) => binding === "DB");
  if (database === undefined) throw new Error("wrangler.toml has no D1 database DB with an id.");
  return {
    id: database.preview_database_id ?? database.database_id,
    folder: inProject(database.migrations_dir ?? "migrations"),
  };
}

/** The names of all migrations of this version. */
export function listKnownMigrations(): string[] {
  return listMigrations(localDatabase().folder);
}

function listMigrations(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}
