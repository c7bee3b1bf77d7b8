import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/client.ts";
import type { consents, feedback, shares, sparkLedger } from "../db/schema/index.ts";

/** Rows per query: a small part of the memory of a request. */
export const ROWS_PER_READ = 500;

/** The tables that are exported row by row. */
type ExportedTable = typeof consents | typeof feedback | typeof shares | typeof sparkLedger;

/** A page of a person's rows, sorted by `key`: those after the value `after`. The rows may be in several databases. */
export async function listRows(
  databases: readonly Database[],
  table: ExportedTable,
  key: SQLiteColumn,
  userId: string,
  after: string,
) {
  const found = await Promise.all(
    databases.map((db) =>
      db
        .select({ key: sql<string>`${key}`.as("place"), row: table }) // not the name of a column
        .from(table)
        .where(and(eq(table.userId, userId), gt(key, after)))
        .orderBy(asc(key))
        .limit(ROWS_PER_READ),
    ),
  );
  const rows = found.flat().sort((one, other) => (one.key < other.key ? -1 : 1));
  return rows.slice(0, ROWS_PER_READ);
}
