import { getTableColumns, type InferInsertModel, is, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Row<Table extends SQLiteTable> = {
  [Column in keyof InferInsertModel<Table>]?: InferInsertModel<Table>[Column] | SQL;
};

/**
 * A row as the selection of `INSERT INTO … SELECT …`, for a row that is inserted only on a condition. A column that the row leaves out has
 * its default. Not for tables with computed columns.
 */
export function toSelection<Table extends SQLiteTable>(table: Table, row: Row<Table>) {
  const given: Record<string, unknown> = row;
  const selection = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = given[name] ?? column.default ?? null;
    const chosen = is(value, SQL) ? value : sql`${sql.param(value, column)}`;
    return [name, chosen.as(column.name)];
  });
  return Object.fromEntries(selection) as Record<keyof InferInsertModel<Table>, SQL.Aliased>;
}
