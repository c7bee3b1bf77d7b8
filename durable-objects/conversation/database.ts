import { getTableColumns, sql } from "drizzle-orm";
import { type DrizzleSqliteDODatabase, drizzle } from "drizzle-orm/durable-sqlite";
import type { SQLiteInsertValue, SQLiteTable } from "drizzle-orm/sqlite-core";

export type ObjectDatabase = DrizzleSqliteDODatabase;

/** Rows written to SQLite, indexes included: what the platform charges for, and what a turn is measured by. */
export type RowMeter = { rowsWritten: number };

/** The database of one object; `meter` counts the rows that are written through it. */
export function openObjectDatabase(storage: DurableObjectStorage): { db: ObjectDatabase; meter: RowMeter } {
  const meter = { rowsWritten: 0 };
  const meteredSql = {
    exec(...args: Parameters<SqlStorage["exec"]>) {
      const cursor = storage.sql.exec(...args);
      meter.rowsWritten += cursor.rowsWritten;
      return cursor;
    },
  };
  const watched = new Proxy(storage, {
    get(target, property) {
      if (property === "sql") return meteredSql;
      const value = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { db: drizzle(watched), meter };
}

/**
 * The values of a prepared insert of whole rows: for each column a placeholder that has its name. A placeholder of a JSON column would store
 * null as the text "null".
 */
export function placeRow<Table extends SQLiteTable>(table: Table): SQLiteInsertValue<Table> {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = sql.param(sql.placeholder(name), column);
    return [name, column.dataType === "json" ? sql`nullif(${value}, 'null')` : sql`${value}`];
  });
  return Object.fromEntries(values);
}
