import { type DrizzleSqliteDODatabase, drizzle } from "drizzle-orm/durable-sqlite";
import { TableChanges } from "./table-changes.ts";

export type ObjectDatabase = DrizzleSqliteDODatabase & { changes: TableChanges };

/** By the storage: all databases that are opened on it know of each other's writes. */
const changesByStorage = new WeakMap<DurableObjectStorage, TableChanges>();

/** The database of one object; `meter` counts the rows that are written through it. */
export function openObjectDatabase(storage: DurableObjectStorage): { db: ObjectDatabase; meter: RowMeter } {
  const meter = new RowMeter();
  const changes = changesByStorage.get(storage) ?? new TableChanges();
  changesByStorage.set(storage, changes);
  return { db: Object.assign(drizzle(watched(storage, meter, changes)), { changes }), meter };
}

/** Rows written to SQLite, indexes included: what the platform charges for, and what a turn is measured by. */
export class RowMeter {
  rowsWritten = 0;
}

function watched(
  storage: DurableObjectStorage,
  meter: RowMeter,
  changes: TableChanges,
): DurableObjectStorage {
  const sql = new Proxy(storage.sql, {
    get(target, property) {
      if (property !== "exec") return Reflect.get(target, property);
      return (...args: Parameters<SqlStorage["exec"]>) => {
        changes.note(args[0]);
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
