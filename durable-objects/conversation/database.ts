import { type DrizzleSqliteDODatabase, drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import journal from "./migrations/meta/_journal.json";

export type ObjectDatabase = DrizzleSqliteDODatabase;

const files = import.meta.glob<string>("./migrations/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** Keyed as the migrator wants them: `m0000`, `m0001`, … */
const migrations = Object.fromEntries(
  Object.entries(files).map(([path, sql]) => [`m${path.match(/(\d{4})_/)?.[1]}`, sql]),
);

/** The database of one object; `meter` counts the rows that are written through it. */
export function openObjectDatabase(storage: DurableObjectStorage): { db: ObjectDatabase; meter: RowMeter } {
  const meter = new RowMeter();
  return { db: drizzle(metered(storage, meter)), meter };
}

export function migrateObjectDatabase(db: ObjectDatabase): Promise<void> {
  return migrate(db, { journal, migrations });
}

/** Rows written to SQLite, indexes included: what the platform charges for, and what a turn is measured by. */
export class RowMeter {
  rowsWritten = 0;
}

function metered(storage: DurableObjectStorage, meter: RowMeter): DurableObjectStorage {
  const sql = new Proxy(storage.sql, {
    get(target, property) {
      if (property !== "exec") return Reflect.get(target, property);
      return (...args: Parameters<SqlStorage["exec"]>) => {
        const cursor = target.exec(...args);
        meter.rowsWritten += cursor.rowsWritten;
        return cursor;
      };
    },
  });
  return new Proxy(storage, {
    get(target, property) {
      if (property === "sql") return sql;
      const value = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
