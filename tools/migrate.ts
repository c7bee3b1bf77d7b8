import { readFileSync } from "node:fs";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_splitSqlQuery } from "wrangler";
import { listDatabases, listMigrations, migrationsFolder } from "./local-databases.ts";
import { persistencePath } from "./paths.ts";

// The table in which `wrangler d1 migrations apply` records migrations, so that both work on one database.
const RECORD_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

type Applied = { binding: string; name: string };
type LocalD1 = Awaited<ReturnType<Miniflare["getD1Database"]>>;

/**
 * Applies the migrations that the local D1 databases lack, each with its record in one transaction. Run it before the
 * Worker is loaded: its objects' pending alarms then fire at once and write to D1.
 *
 * `wrangler d1 migrations apply --local` does the same in 2 s instead of 0.3 s.
 */
export async function migrate(stateDir: string): Promise<Applied[]> {
  const databases = listDatabases(stateDir);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: "migrate",
      modules: true,
      script: "export default {}",
      d1Databases: Object.fromEntries(databases.map(({ binding, id }) => [binding, id])),
      resourcePersistencePath: persistencePath(stateDir),
      telemetry: { enabled: false },
      cf: false,
    }),
  );
  try {
    const folder = migrationsFolder();
    const applied: Applied[] = [];
    for (const { binding } of databases) {
      const names = await migrateDatabase(await miniflare.getD1Database(binding), folder);
      applied.push(...names.map((name) => ({ binding, name })));
    }
    return applied;
  } finally {
    await miniflare.dispose();
  }
}

/** Returns the names of the migrations that were missing. */
async function migrateDatabase(database: LocalD1, folder: string): Promise<string[]> {
  await database.prepare(RECORD_TABLE).run();
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const pending = listMigrations(folder).filter((name) => !applied.has(name));
  for (const name of pending) {
    const statements = unstable_splitSqlQuery(readFileSync(path.join(folder, name), "utf8"));
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
  return pending;
}
