import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";

const rowsSchema = v.array(v.object({ state: v.picklist(["reserved", "charged", "refunded"]) }));

/** The states of a user's Sparks, read from the database file of a local state folder. */
export function ledgerStates(stateDir: string, userId: string): string[] {
  const folder = path.join(stateDir, "v3", "d1", "miniflare-D1DatabaseObject");
  const file = readdirSync(folder).find((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"));
  if (file === undefined) throw new Error(`There is no database in ${folder}.`);
  const db = new DatabaseSync(path.join(folder, file), { readOnly: true });
  try {
    const rows = db.prepare("SELECT state FROM spark_ledger WHERE user_id = ?").all(userId);
    return v.parse(rowsSchema, rows).map(({ state }) => state);
  } finally {
    db.close();
  }
}
