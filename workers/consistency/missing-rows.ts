import { sql } from "drizzle-orm";
import type { TABLES_OF_THINGS, ThingKind } from "../db/account-data.ts";
import type { Database } from "../db/client.ts";

/** Crashes leave fewer orphans than this. More are suspicious if they are also more than a tenth of a page. */
const PLAUSIBLE_MAX = 20;
/** With four databases, the loss of one leaves a quarter of each page without rows. */
const PLAUSIBLE_SHARE = 1 / 10;

/**
 * Returns the ids that have no row in any database. All databases are asked twice: an account that is moved while they are asked could
 * be missed in the first round, but not in both.
 */
export async function findMissing(
  databases: readonly Database[],
  table: (typeof TABLES_OF_THINGS)[ThingKind],
  ids: readonly string[],
): Promise<string[]> {
  let missing = [...new Set(ids)];
  for (const db of [...databases, ...databases]) {
    if (missing.length === 0) break;
    const rows = await db.all<{ id: string }>(
      sql`SELECT value AS id FROM json_each(${JSON.stringify(missing)})
        WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = value)`,
    );
    missing = rows.map(({ id }) => id);
  }
  return missing;
}

/**
 * Whether crashes can explain this many orphans. If not, rows are missing, for example because an old state of a database was restored,
 * and nothing may be deleted.
 */
export function isPlausible(orphans: number, all: number): boolean {
  return orphans <= PLAUSIBLE_MAX || orphans <= all * PLAUSIBLE_SHARE;
}
