/** The migrations of one part of an object's tables, as drizzle-kit generates them: SQL by path, applied in their order. */
export type Migrations = { part: string; files: Record<string, string> };

const CORE_MIGRATIONS: Migrations = {
  part: "conversation",
  files: import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
};

/**
 * Applies what is missing of the core's migrations, then of the kind's own. Drizzle's migrator keeps one list for a
 * database; this one keeps a list for each part, so that they grow independently of each other.
 */
export function migrateObject(storage: DurableObjectStorage, ofKind: Migrations): void {
  const { sql } = storage;
  sql.exec(
    "CREATE TABLE IF NOT EXISTS applied_migrations (part TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (part, path)) WITHOUT ROWID",
  );
  for (const { part, files } of [CORE_MIGRATIONS, ofKind]) {
    const applied = sql.exec("SELECT path FROM applied_migrations WHERE part = ?", part).toArray();
    const done = new Set(applied.map(({ path }) => path));
    for (const path of Object.keys(files).sort()) {
      if (done.has(path)) continue;
      storage.transactionSync(() => {
        sql.exec(files[path] ?? "");
        sql.exec("INSERT INTO applied_migrations (part, path) VALUES (?, ?)", part, path);
      });
    }
  }
}
