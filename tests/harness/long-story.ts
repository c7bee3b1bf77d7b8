import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createId } from "#domain/ids.ts";

/*
 * Writes long stories directly into the files of a product that is stopped: through the API they would take hours. The tables
 * are those of durable-objects/{conversation,story}/migrations/.
 */

const PASSAGE =
  "The harbour lamp went out and came back, and in between somebody had moved the boat. You counted the oars twice. ".repeat(
    4,
  );
const ACTION = "I climb down to the water and look under the tarpaulin.";

/** How long a story is, and how many paths leave it, all along it; absent: none. */
type SeededSize = number | { messages: number; paths: number };
/** The text of the message at a depth; the opening has the depth 1. */
type Write = (depth: number) => string;
const writeUsual: Write = (depth) => (depth % 2 === 1 ? PASSAGE : ACTION);
/** Messages of a path after it has left the others. */
const PATH_LENGTH = 6;

/** Fills stories that have been opened once and are still empty. `counts`: number of messages by story id. */
export function seedStories(stateDir: string, counts: Map<string, SeededSize>, write = writeUsual): void {
  const folder = path.join(stateDir, "v3", "do", "talespark-StoryObject");
  let seeded = 0;
  for (const file of databasesIn(folder)) {
    const db = new DatabaseSync(file);
    const row = db.prepare("SELECT conversation_id FROM conversation").get();
    const count = counts.get(String(row?.["conversation_id"]));
    if (count !== undefined) {
      fill(db, count, write);
      seeded += 1;
    }
    db.close();
  }
  if (seeded !== counts.size) throw new Error(`Of ${counts.size} stories ${seeded} were found in ${folder}.`);
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

function fill(db: DatabaseSync, size: SeededSize, write: Write): void {
  const { messages: count, paths } = typeof size === "number" ? { messages: size, paths: 0 } : size;
  const insert = db.prepare(
    `INSERT INTO messages (id, parent_id, role, content, status, timestamp, version, depth, model)
     VALUES (?, ?, ?, ?, 'complete', ?, ?, ?, ?)`,
  );
  const tell = (parent: string | null, depth: number, version = 1): string => {
    const id = createId();
    const [role, model] = depth % 2 === 1 ? (["assistant", "scripted"] as const) : (["user", null] as const);
    insert.run(id, parent, role, write(depth), new Date().toISOString(), version, depth, model);
    return id;
  };
  const remember = db.prepare("INSERT INTO memories (message_id, depth, lines) VALUES (?, ?, ?)");
  db.exec("PRAGMA synchronous = OFF; BEGIN");
  let parent: string | null = null;
  const ids: string[] = [];
  for (let depth = 1; depth <= count; depth += 1) {
    const id = tell(parent, depth);
    // A story that was written in the product gets memories as it grows, a few messages at a time.
    if (depth % REMEMBERED_EVERY === 0 && depth > count - REMEMBERED_LATELY) remember.run(id, depth, MEMORY);
    parent = id;
    ids.push(id);
  }
  for (let path = 1; path <= paths; path += 1) {
    const from = Math.max(1, Math.floor((path * count) / (paths + 1)));
    let end: string | null = ids[from - 1] ?? null;
    for (let depth = from + 1; depth <= from + PATH_LENGTH; depth += 1)
      end = tell(end, depth, depth === from + 1 ? 2 : 1);
  }
  db.prepare("UPDATE conversation SET head_id = ?, exchange_count = ?").run(parent, Math.floor(count / 2));
  db.exec("DELETE FROM outbox WHERE topic LIKE 'search-%'"); // a story that grew in the product is in the index already
  db.exec("COMMIT");
}

/** The database files of a folder of Miniflare's. */
export function databasesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite") && !name.startsWith("metadata"))
    .map((name) => path.join(folder, name));
}
