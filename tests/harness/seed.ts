import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { createId } from "#domain/ids.ts";

/*
 * Writes directly into the files of a product that is stopped, unless a comment says otherwise: through the API it
 * would take hours. The tables are those of migrations/ and durable-objects/{conversation,story}/migrations/.
 */

const PASSAGE =
  "The harbour lamp went out and came back, and in between somebody had moved the boat. You counted the oars twice. ".repeat(
    4,
  );
const ACTION = "I climb down to the water and look under the tarpaulin.";

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
 * Makes a person's sign-in older in every session of theirs. Sessions are blobs of KV and are read for each request, so
 * the product may run.
 */
export function makeSignInOlder(stateDir: string, email: string, byMs: number): void {
  const folder = path.join(stateDir, "v3", "kv");
  let changed = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = path.join(folder, name);
    if (!name.includes("blobs") || !statSync(file).isFile()) continue;
    const session = readFileSync(file, "utf8");
    if (!session.includes(email)) continue;
    const older = session.replace(/(?<="signedInAt":)\d+/, (time) => String(Number(time) - byMs));
    if (older === session) continue;
    writeFileSync(file, older);
    changed += 1;
  }
  if (changed === 0) throw new Error(`No session of ${email} was found in ${folder}.`);
}

/** Fills stories that have been opened once and are still empty. `counts`: number of messages by story id. */
export function seedStories(stateDir: string, counts: Map<string, number>): void {
  const folder = path.join(stateDir, "v3", "do", "talespark-StoryObject");
  let seeded = 0;
  for (const file of databasesIn(folder)) {
    const db = new DatabaseSync(file);
    const row = db.prepare("SELECT conversation_id FROM conversation").get();
    const count = counts.get(String(row?.["conversation_id"]));
    if (count !== undefined) {
      fill(db, count);
      seeded += 1;
    }
    db.close();
  }
  if (seeded !== counts.size) throw new Error(`Of ${counts.size} stories ${seeded} were found in ${folder}.`);
}

/** Copies a story's row of the library until its owner has `count` of them. The copies have no text. */
export function seedLibrary(stateDir: string, storyId: string, count: number): void {
  const folder = path.join(stateDir, "v3", "d1", "miniflare-D1DatabaseObject");
  for (const file of databasesIn(folder)) {
    const db = new DatabaseSync(file);
    const row = db.prepare("SELECT * FROM stories WHERE id = ?").get(storyId);
    if (row !== undefined) copyStory(db, row, count - 1);
    db.close();
  }
}

function copyStory(db: DatabaseSync, row: Record<string, SQLOutputValue>, copies: number): void {
  const columns = Object.keys(row);
  const insert = db.prepare(
    `INSERT INTO stories (${columns.map((name) => `"${name}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  db.exec("BEGIN");
  for (let index = 0; index < copies; index += 1) {
    const at = new Date(Date.now() - index * 60_000).toISOString();
    const copy = { ...row, id: createId(), request_id: null, updated_at: at, title: `The Boat ${index}` };
    insert.run(...columns.map((name) => copy[name as keyof typeof copy] ?? null));
  }
  db.exec("COMMIT");
}

const REMEMBERED_EVERY = 8;
/** Earlier memories are only read after a jump to an old branch. */
const REMEMBERED_LATELY = 400;
const MEMORY = JSON.stringify(
  Array.from({ length: 20 }, (_, index) => ({
    text: `Line ${index} of what happened, as long as such a line usually is when a story has gone on for a while.`,
    layer: index < 6 ? 0 : 1,
    fromId: "",
    toId: "",
  })),
);

function fill(db: DatabaseSync, count: number): void {
  const insert = db.prepare(
    `INSERT INTO messages (id, parent_id, role, content, status, timestamp, version, depth, model)
     VALUES (?, ?, ?, ?, 'complete', ?, 1, ?, ?)`,
  );
  const remember = db.prepare("INSERT INTO memories (message_id, depth, lines) VALUES (?, ?, ?)");
  db.exec("BEGIN");
  let parent: string | null = null;
  for (let depth = 1; depth <= count; depth += 1) {
    const id = createId();
    const isReply = depth % 2 === 1; // the opening is first
    insert.run(
      id,
      parent,
      isReply ? "assistant" : "user",
      isReply ? PASSAGE : ACTION,
      new Date().toISOString(),
      depth,
      isReply ? "scripted" : null,
    );
    // A story that was written in the product gets memories as it grows, a few messages at a time.
    if (depth % REMEMBERED_EVERY === 0 && depth > count - REMEMBERED_LATELY) remember.run(id, depth, MEMORY);
    parent = id;
  }
  db.prepare("UPDATE conversation SET head_id = ?, exchange_count = ?").run(parent, Math.floor(count / 2));
  db.exec("COMMIT");
}

function databasesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"))
    .map((name) => path.join(folder, name));
}
