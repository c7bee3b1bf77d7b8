import { Column, type DriverValueDecoder, is, SQL, Subquery } from "drizzle-orm";
import type { SelectedFieldsOrdered } from "drizzle-orm/sqlite-core";

/** What drizzle keeps of a prepared query: in its objects, but not in its types. */
type PreparedRows = {
  /** Absent for a query that returns no rows. */
  fields?: SelectedFieldsOrdered;
  /** The tables of a select. One that a join may leave without a row is `false`: drizzle then makes its part `null`. */
  joinsNotNullableMap?: Record<string, boolean>;
};
type Row = Record<string, unknown>;
type Decoder = DriverValueDecoder<unknown, unknown>;
/** `group`: the object that the value is in, such as a table; `null`: the row itself. drizzle has no deeper ones. */
type Reader = { group: string | null; name: string; decoder: Decoder };

/**
 * Makes the function that reads the rows of a batch's result, as drizzle would. For each value of each row drizzle finds out again what
 * kind of field it belongs to: for a person's row that took as long as all other work of a query. `null`: drizzle has to read the rows itself.
 */
export function createRowReader(prepared: object): ((rows: readonly Row[]) => Row[]) | null {
  const { fields, joinsNotNullableMap = {} }: PreparedRows = prepared;
  if (fields === undefined || Object.values(joinsNotNullableMap).includes(false)) return null;
  const readers = fields.map(({ path, field }): Reader => {
    const [group = null] = path.slice(0, -1);
    return { group, name: path.at(-1) ?? "", decoder: findDecoder(field) };
  });
  return (rows) => rows.map((row) => readRow(row, readers));
}

function readRow(row: Row, readers: readonly Reader[]): Row {
  const result: Row = {};
  let index = 0;
  for (const value of Object.values(row)) {
    const reader = readers[index];
    index += 1;
    if (reader === undefined) break;
    const { group, name, decoder } = reader;
    const place = group === null ? result : openGroup(result, group);
    place[name] = value === null ? null : decoder.mapFromDriverValue(value);
  }
  return result;
}

function openGroup(result: Row, group: string): Row {
  result[group] ??= {};
  return result[group] as Row;
}

function findDecoder(field: SelectedFieldsOrdered[number]["field"]): Decoder {
  if (is(field, Column)) return field;
  const expression = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql;
  return (expression as unknown as { decoder: Decoder }).decoder;
}
