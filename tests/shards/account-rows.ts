import { env } from "cloudflare:workers";
import { listShards } from "#workers/db/shards.ts";

/** Tables with rows of people. */
const TABLES = [
  "users",
  "consents",
  "spark_ledger",
  "subscriptions",
  "billing_events",
  "sessions",
  "live_sessions",
  "stories",
  "characters",
  "character_chats",
];

/** All rows of a person in one database, by table. */
export async function readRows(shard: number, userId: string): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const key = table === "users" ? "id" : "user_id";
    const { results } = (await listShards(env)
      [shard]?.prepare(`SELECT * FROM ${table} WHERE ${key} = ? ORDER BY 1, 2`)
      .bind(userId)
      .all()) ?? { results: [] };
    if (results.length > 0) rows[table] = results;
  }
  return rows;
}
