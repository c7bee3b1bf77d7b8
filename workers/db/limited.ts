import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * The last term of an ORDER BY, with a LIMIT after it. drizzle's own `limit` sends the number as a parameter, and SQLite compiles such a
 * statement again at each run.
 */
export function limited(order: SQLWrapper, limit: number): SQL {
  return sql`${order} ${sql`LIMIT ${limit}`.inlineParams()}`;
}
