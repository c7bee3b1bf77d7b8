import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { createId } from "#domain/ids.ts";
import { foldTitle } from "#domain/library.ts";
import { listFiles } from "#tests/harness/list-files.ts";
import { databasesIn } from "#tests/harness/long-story.ts";

/*
 * Writes directly into the files of a product that is stopped, unless a comment says otherwise: through the API it
 * would take hours. The tables are those of migrations/ and durable-objects/{conversation,story}/migrations/.
 */

/** Gives every user the premium plan. */
export function makeAllPremium(stateDir: string): void {
  const folder = path.join(stateDir, "v3", "d1", "miniflare-D1DatabaseObject");
  for (const file of databasesIn(folder)) {
    const db = new DatabaseSync(file);
    db.exec("UPDATE users SET tier = 'premium'");
    db.close();
  }
}

/**
 * Makes a person's sign-in older in every session of theirs. Sessions are blobs of KV, which the Worker remembers for a minute: the
 * product must be stopped.
 */
export function makeSignInOlder(stateDir: string, email: string, byMs: number): void {
  const folder = path.join(stateDir, "v3", "kv");
  let changed = 0;
  for (const file of listFiles(folder).filter((name) => name.includes("blobs"))) {
    const session = readFileSync(file, "utf8");
    if (!session.includes(email)) continue;
    const older = session.replace(/(?<="signedInAt":)\d+/, (time) => String(Number(time) - byMs));
    if (older === session) continue;
    writeFileSync(file, older);
    changed += 1;
  }
  if (changed === 0) throw new Error(`No session of ${email} was found in ${folder}.`);
}

/** Copies a story's row until there are so many, each a minute older than the one before. Returns the ids of the copies. */
export function seedLibrary(
  stateDir: string,
  storyId: string,
  count: number,
  toTitle = (index: number) => `The Boat ${index}`,
): string[] {
  const folder = path.join(stateDir, "v3", "d1", "miniflare-D1DatabaseObject");
  const ids: string[] = [];
  for (const file of databasesIn(folder)) {
    const db = new DatabaseSync(file);
    const row = db.prepare("SELECT * FROM stories WHERE id = ?").get(storyId);
    if (row !== undefined) ids.push(...copyStory(db, row, count - 1, toTitle));
    db.close();
  }
  return ids;
}

function copyStory(
  db: DatabaseSync,
  row: Record<string, SQLOutputValue>,
  copies: number,
  toTitle: (index: number) => string,
): string[] {
  const ids = Array.from({ length: copies }, () => createId());
  const columns = Object.keys(row);
  const insert = db.prepare(
    `INSERT INTO stories (${columns.map((name) => `"${name}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  db.exec("BEGIN");
  for (const [index, id] of ids.entries()) {
    const at = new Date(Date.now() - index * 60_000).toISOString();
    const title = toTitle(index);
    const names = { title, folded_title: foldTitle(title) };
    const copy = { ...row, ...names, id, request_id: null, updated_at: at };
    insert.run(...columns.map((name) => copy[name as keyof typeof copy] ?? null));
  }
  db.exec("COMMIT");
  return ids;
}
