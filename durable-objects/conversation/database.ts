import { type DrizzleSqliteDODatabase, drizzle } from "drizzle-orm/durable-sqlite";

export type ObjectDatabase = DrizzleSqliteDODatabase;

/** Rows written to SQLite, indexes included: what the platform charges for, and what a turn is measured by. */
export type RowMeter = { rowsWritten: number };

/** The database of one object; `meter` counts the rows that are written through it. */
export function openObjectDatabase(storage: DurableObjectStorage): { db: ObjectDatabase; meter: RowMeter } {
  const meter = { rowsWritten: 0 };
  const sql = {
    exec(...args: Parameters<SqlStorage["exec"]>) {
      const cursor = storage.sql.exec(...args);
      meter.rowsWritten += cursor.rowsWritten;
      return cursor;
    },
  };
  const watched = new Proxy(storage, {
    get(target, property) {
      if (property === "sql") return sql;
      const value = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { db: drizzle(watched), meter };
}
