import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import type { characterChats, characters, sessions, stories } from "../db/schema/index.ts";

/** A store of things that belong to rows of this table. */
type Table = typeof characters | typeof characterChats | typeof sessions | typeof stories;

/** More than this many, and more than half of a page, were never orphaned by crashes. */
const PLAUSIBLE_MAX = 20;

/**
 * Which of these ids have a row in none of the databases. All are asked twice: an account that is moved between the two questions
 * about it would be in neither, but it is found by the second round.
 */
export async function findMissing(
  databases: readonly Database[],
  table: Table,
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
 * Whether so many orphans among so many things can come from crashes. Otherwise rows are gone that should be there, as after a
 * restored database, and nothing may be deleted.
 */
export function isPlausible(orphans: number, all: number): boolean {
  return orphans <= PLAUSIBLE_MAX || orphans * 2 <= all;
}
