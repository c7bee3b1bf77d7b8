import { getTableColumns, type InferInsertModel, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Row<Table extends SQLiteTable> = {
  [Column in keyof InferInsertModel<Table>]?: InferInsertModel<Table>[Column] | SQL;
};

/**
 * A row as the selection of `INSERT INTO … SELECT …`, for a row that is inserted only on a condition. A column that the row leaves out has
 * its default. `rest`: the FROM and the WHERE; SQLite needs the latter before an ON CONFLICT.
 */
export function selectRow<Table extends SQLiteTable>(table: Table, row: Row<Table>, rest: SQL): SQL {
  const given: Record<string, unknown> = row;
  const values = Object.entries(getTableColumns(table))
    .filter(([, column]) => column.generated === undefined)
    .map(([name, column]) => {
      const value = given[name] ?? column.default ?? null;
      return is(value, SQL) ? value : sql`${sql.param(value, column)}`;
    });
  return sql`SELECT ${sql.join(values, sql`, `)} ${rest}`;
}
