import { type DrizzleSqliteDODatabase, drizzle } from "drizzle-orm/durable-sqlite";

export type ObjectDatabase = DrizzleSqliteDODatabase;

/** The database of one object; `meter` counts the rows that are written through it. */
export function openObjectDatabase(storage: DurableObjectStorage): { db: ObjectDatabase; meter: RowMeter } {
  const meter = new RowMeter();
  return { db: drizzle(watched(storage, meter)), meter };
}

/** Rows written to SQLite, indexes included: what the platform charges for, and what a turn is measured by. */
export class RowMeter {
  rowsWritten = 0;
}

function watched(storage: DurableObjectStorage, meter: RowMeter): DurableObjectStorage {
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
