import * as v from "valibot";
import { queryState } from "./state-files.ts";

const rowSchema = v.object({ state: v.picklist(["reserved", "charged", "refunded"]) });

/** The states of a user's Sparks, read from the database files of a local state folder. */
export function ledgerStates(stateDir: string, userId: string): string[] {
  const sql = "SELECT state FROM spark_ledger WHERE user_id = ?";
  const rows = queryState(stateDir, "d1", { table: "spark_ledger", sql, values: [userId] }, rowSchema);
  return rows.map(({ state }) => state);
}
