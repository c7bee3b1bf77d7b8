import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import * as v from "valibot";

/** The databases of a local state folder: those of D1, and one of each object. */
const FOLDERS = {
  d1: ["d1", "miniflare-D1DatabaseObject"],
  story: ["do", "talespark-StoryObject"],
  chat: ["do", "talespark-CharacterChatObject"],
} as const;
/** The product locks a database for a moment when it closes it. */
const LOCKED_MS = 5_000;
export type DatabaseKind = keyof typeof FOLDERS;

/**
 * Rows of all databases of one kind that have `table`; the product may run. An object that was never used has no tables.
 */
export function queryState<Schema extends v.GenericSchema>(
  stateDir: string,
  kind: DatabaseKind,
  { table, sql, values = [] }: { table: string; sql: string; values?: SQLInputValue[] },
  schema: Schema,
): v.InferOutput<Schema>[] {
  return openDatabases(stateDir, kind).flatMap((db) => {
    try {
      const hasTable = db.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table) !== undefined;
      return hasTable ? v.parse(v.array(schema), db.prepare(sql).all(...values)) : [];
    } finally {
      db.close();
    }
  });
}

function openDatabases(stateDir: string, kind: DatabaseKind): DatabaseSync[] {
  const folder = path.join(stateDir, "v3", ...FOLDERS[kind]);
  if (!existsSync(folder)) throw new Error(`There is no ${folder}.`);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"))
    .map((name) => new DatabaseSync(path.join(folder, name), { readOnly: true, timeout: LOCKED_MS }));
}

const rowSchema = v.object({ state: v.picklist(["reserved", "charged", "refunded"]) });

/** The states of a user's Sparks, read from the database files of a local state folder. */
export function ledgerStates(stateDir: string, userId: string): string[] {
  const sql = "SELECT state FROM spark_ledger WHERE user_id = ?";
  const rows = queryState(stateDir, "d1", { table: "spark_ledger", sql, values: [userId] }, rowSchema);
  return rows.map(({ state }) => state);
}
