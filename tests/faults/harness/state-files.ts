import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { promisify } from "node:util";
import * as v from "valibot";
import { expect, onTestFinished } from "vitest";
import { databasesIn } from "#tests/harness/long-story.ts";
import { PROJECT_ROOT } from "#tools/paths.ts";

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
  const files = databasesIn(path.join(stateDir, "v3", ...FOLDERS[kind]));
  return files.map((file) => new DatabaseSync(file, { readOnly: true, timeout: LOCKED_MS }));
}

const rowSchema = v.object({ state: v.picklist(["reserved", "charged", "refunded"]) });

/** The states of a user's Sparks, read from the database files of a local state folder. */
export function ledgerStates(stateDir: string, userId: string): string[] {
  const sql = "SELECT state FROM spark_ledger WHERE user_id = ?";
  const rows = queryState(stateDir, "d1", { table: "spark_ledger", sql, values: [userId] }, rowSchema);
  return rows.map(({ state }) => state);
}

/** An empty folder, which is removed after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "talespark-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `npm run backup`, `npm run restore`, or an `npm start` that is refused; `said` is what it printed, without colours. */
export async function runTool(
  name: "backup" | "restore" | "start",
  stateDir: string,
  ...args: string[]
): Promise<{ ok: boolean; said: string }> {
  const env = { ...process.env, STATE_DIR: stateDir };
  try {
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, [`tools/${name}.ts`, ...args], { cwd: PROJECT_ROOT, env });
    return { ok: true, said: stdout };
  } catch (error) {
    return { ok: false, said: error instanceof Error && "stderr" in error ? String(error.stderr) : "" };
  }
}

/** Backs a state up. Returns the path of the archive. */
export async function backUp(stateDir: string, folder: string): Promise<string> {
  const { ok, said } = await runTool("backup", stateDir, folder);
  expect(ok, said).toBe(true);
  return said.split("\n")[0] ?? "";
}
