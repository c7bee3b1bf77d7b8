import { applyD1Migrations, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { createId, isId } from "#domain/ids.ts";
import { foldTitle } from "#domain/text.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import { killObject, messagesOf } from "../../durable-objects/story-reader.ts";
import { newSub, TestSite } from "../helpers/site.ts";
import STATE from "./state.json";

/*
 * State that an older version made, for each older version of each list of migrations: its first migrations, a row in every table
 * (state.json), then the rest of the migrations, and what is read. A new migration adds a version by itself; a new table needs a row.
 */

type Row = Record<string, string | number | null>;
type Rows = Record<string, Row[]>;

/** Rows of state.json by table. `names`: what stands in place of `{user}` and `{conversation}`. */
function toRows(tables: object, names: Record<string, string>): Rows {
  const text = JSON.stringify(tables).replace(/\{(\w+)\}/g, (_, name) => names[name] ?? "");
  const filled: Record<string, Record<string, unknown>[]> = JSON.parse(text);
  return Object.fromEntries(Object.entries(filled).map(([table, rows]) => [table, rows.map(toRow)]));
}

/** What is no value of SQL is stored as JSON. */
function toRow(row: Record<string, unknown>): Row {
  const isStored = (value: unknown): value is Row[string] => typeof value !== "object" || value === null;
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, isStored(value) ? value : JSON.stringify(value)]),
  );
}

/** The statement that inserts a row into a table with these columns, and its values. What the table doesn't have is left out. */
function toInsert(
  table: string,
  row: Row,
  columns: ReadonlySet<unknown>,
): [sql: string, ...values: unknown[]] {
  const known = Object.entries(row).filter(([column]) => columns.has(column));
  const names = known.map(([column]) => column).join(", ");
  const places = known.map(() => "?").join(", ");
  return [`INSERT INTO ${table} (${names}) VALUES (${places})`, ...known.map(([, value]) => value)];
}

const DATABASES = env.TEST_MIGRATIONS.map(({ name }, index) => ({ name, count: index + 1 }));

function openUpgraded(count: number): D1Database {
  const database: D1Database | undefined = Reflect.get(env, `UPGRADED_${count}`);
  if (database === undefined) throw new Error(`vitest.config.ts has no database UPGRADED_${count}.`);
  return database;
}

async function listTables(database: D1Database): Promise<string[]> {
  const { results } = await database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '[_ds][cq1_]*' ORDER BY name",
    )
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

async function listColumns(database: D1Database, table: string): Promise<string[]> {
  const { results } = await database.prepare(`PRAGMA table_xinfo(${table})`).all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** Writes the rows of those tables and columns that the database has, and returns the tables. */
async function writeRows(database: D1Database, sub: string): Promise<string[]> {
  const written: string[] = [];
  const present = new Set(await listTables(database));
  for (const [table, rows] of Object.entries(toRows(STATE.d1, { user: sub }))) {
    if (!present.has(table)) continue;
    const columns = new Set(await listColumns(database, table));
    for (const row of rows) {
      const [insert, ...values] = toInsert(table, row, columns);
      await database
        .prepare(insert)
        .bind(...values)
        .run();
    }
    written.push(table);
  }
  return written;
}

async function countRows(database: D1Database, tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables)
    counts[table] = (await database.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n")) ?? 0;
  return counts;
}

describe("a database", () => {
  it("has a row for every table in state.json", async () => {
    expect(Object.keys(STATE.d1).sort()).toEqual(await listTables(env.DB));
  });

  it.each(DATABASES)("of $name has all its rows after the upgrade, and they are read", async ({ count }) => {
    const database = openUpgraded(count);
    const sub = newSub();
    await applyD1Migrations(database, env.TEST_MIGRATIONS.slice(0, count));
    // With those that triggers have added.
    const written = await countRows(database, await writeRows(database, sub));
    await applyD1Migrations(database, env.TEST_MIGRATIONS);

    expect(await countRows(database, Object.keys(written))).toEqual(written);
    expect((await database.prepare("PRAGMA foreign_key_check").all()).results).toEqual([]);
    const natural = env.TEST_MIGRATIONS.findIndex(({ name }) => name.includes("natural_titles"));
    const title = database.prepare("SELECT folded_title FROM stories WHERE id = 'gone'");
    expect(await title.first("folded_title")).toBe(count > natural ? "part 10" : foldTitle("Part 10"));

    const site = new TestSite({ DB: database });
    const token = await site.issuer.accessToken({ sub });
    const read = async (path: string) => {
      const response = await site.call("GET", path, { token });
      expect(response.status, path).toBe(200);
      return response;
    };
    const user = encodeURIComponent(sub);
    expect(await (await read(`/api/users/${user}`)).json()).toMatchObject({ tier: "premium" });
    expect(await (await read(`/api/stories/user/${user}`)).json()).toMatchObject([
      { title: "The Ninth Signal" },
    ]);
    expect(await (await read(`/api/characters/user/${user}`)).json()).toMatchObject([
      { name: "Tom", storyIds: ["story"] },
      { name: "Mara Voss" },
    ]);
    const archive = unzipSync(
      new Uint8Array(await (await read(`/api/users/${user}/library-export`)).arrayBuffer()),
    );
    const parse = (name: string) => JSON.parse(strFromU8(archive[name] ?? new Uint8Array()));
    expect(parse("consents.json")).toHaveLength(1);
    expect(parse("feedback.json")).toMatchObject([{ feedback: "I like it." }]);
    expect(parse("sparks.json")).toHaveLength(1);
    expect(Object.keys(archive).filter((path) => /^(?:stories|chats)\/.*\.json$/u.test(path))).toHaveLength(
      2,
    );
  });
});

type Migration = { part: string; path: string; statements: string };

/** Sorted by path, which the object records as `./migrations/…`. */
function listMigrations(part: string): Migration[] {
  const folder = `/durable-objects/${part}/`;
  const own = Object.entries(FILES).filter(([path]) => path.startsWith(folder));
  const files = own.map(([path, statements]) => ({ part, path: path.replace(folder, "./"), statements }));
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

const FILES = import.meta.glob<string>("/durable-objects/*/migrations/*.sql", {
  query: "?raw",
  import: "default",
  eager: true,
});
const CORE = listMigrations("conversation");

const KINDS = [
  { kind: "story", own: listMigrations("story"), objects: env.STORY },
  { kind: "character-chat", own: listMigrations("character-chat"), objects: env.CHARACTER_CHAT },
] as const;

/** Each version of one list beside one version of the other. The common list is applied first. */
const VERSIONS = KINDS.flatMap(({ kind, own, objects }) => [
  ...CORE.map((_, core) => ({ kind, own, objects, core: core + 1, ofKind: 1 })),
  ...own.slice(1).map((_, ofKind) => ({ kind, own, objects, core: CORE.length, ofKind: ofKind + 2 })),
]);

function listTablesOf({ sql }: DurableObjectStorage): string[] {
  return sql
    .exec("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .toArray()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith("_") && name !== "applied_migrations");
}

/** Makes the storage what an older version had: its tables, a row in each, and the record of its migrations. */
function rebuild(storage: DurableObjectStorage, migrations: readonly Migration[], rows: Rows): void {
  const { sql } = storage;
  for (const table of listTablesOf(storage)) sql.exec(`DROP TABLE ${table}`);
  sql.exec("DELETE FROM applied_migrations");
  for (const { part, path, statements } of migrations) {
    sql.exec(statements);
    sql.exec("INSERT INTO applied_migrations (part, path) VALUES (?, ?)", part, path);
  }
  for (const table of listTablesOf(storage)) {
    const columns = new Set(
      sql
        .exec(`PRAGMA table_info(${table})`)
        .toArray()
        .map(({ name }) => name),
    );
    for (const row of rows[table] ?? []) {
      const [insert, ...values] = toInsert(table, row, columns);
      sql.exec(insert, ...values);
    }
  }
}

function countRowsOf(storage: DurableObjectStorage, tables: string[]): Record<string, number> {
  return Object.fromEntries(
    tables.map((table) => [table, storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one()["n"]]),
  ) as Record<string, number>;
}

function toObjectRows(kind: "story" | "character-chat", conversation: string): Rows {
  return toRows({ ...STATE.conversation, ...STATE[kind] }, { conversation, user: `test|${createId()}` });
}

it.each(KINDS)("a $kind has a row for every table in state.json", async ({ kind, objects }) => {
  const stub: DurableObjectStub<ConversationObject> = objects.get(objects.idFromName(createId()));
  const tables = await runInDurableObject(stub, (_, { storage }) => listTablesOf(storage));
  const rows = { ...STATE.conversation, ...STATE[kind] };
  expect(Object.keys(rows).sort()).toEqual(tables);
});

it.each(VERSIONS)(
  "a $kind of core migration $core and own migration $ofKind has all its rows and its text after the upgrade",
  async ({ kind, own, objects, core, ofKind }) => {
    const id = createId();
    const open = (): DurableObjectStub<ConversationObject> => objects.get(objects.idFromName(id));
    const rows = toObjectRows(kind, id);
    const before = await runInDurableObject(open(), async (_, { storage }) => {
      rebuild(storage, [...CORE.slice(0, core), ...own.slice(0, ofKind)], rows);
      await storage.sync();
      return countRowsOf(storage, listTablesOf(storage));
    });
    await killObject(open());

    const messages = await messagesOf(open());
    expect(messages.map(({ messageId, content }) => [messageId, content])).toEqual([
      ["opening", "The text of opening."],
      ["message", "The text of message."],
      ["reply-2", "The text of reply-2."],
    ]);
    expect(messages.at(-1)?.versions).toMatchObject({ index: 2, count: 2, previousId: "reply-1" });
    const after = await runInDurableObject(open(), (_, { storage }) => ({
      tables: listTablesOf(storage),
      counts: countRowsOf(storage, Object.keys(before)),
      applied: storage.sql.exec("SELECT count(*) AS n FROM applied_migrations").one()["n"],
    }));
    expect(after.tables).toEqual(Object.keys(rows).sort());
    // What the search still lacks is put into the outbox, and may be delivered by now.
    expect({ ...after.counts, outbox: null }).toEqual({ ...before, outbox: null });
    expect(after.applied).toBe(CORE.length + own.length);
  },
);

/** The version after which a turn is stored only when it is paid for. */
const PAID_FIRST = CORE.findIndex(({ path }) => path.includes("next_reply"));

it.each(KINDS)(
  "a $kind whose turn was being paid for when it was upgraded refunds that turn, and its request may come again",
  async ({ kind, own, objects }) => {
    const id = createId();
    const open = (): DurableObjectStub<ConversationObject> => objects.get(objects.idFromName(id));
    const rows = toObjectRows(kind, id);
    const [turn] = rows["turns"] ?? [];
    await runInDurableObject(open(), async (_, { storage }) => {
      rebuild(storage, [...CORE.slice(0, PAID_FIRST), ...own], {
        ...rows,
        conversation: (rows["conversation"] ?? []).map((row) => ({ ...row, active_request_id: "request" })),
        turns: [{ ...turn, state: "reserving" }],
      });
      await storage.sync();
    });
    await killObject(open());

    const after = await runInDurableObject(open(), (_, { storage: { sql } }) => ({
      row: sql.exec("SELECT active_request_id, next_reply_id FROM conversation").one(),
      turns: sql.exec("SELECT * FROM turns").toArray(),
      refunds: sql.exec("SELECT reply_id FROM outbox WHERE topic = 'refund'").toArray(),
    }));
    expect(after.row["active_request_id"]).toBeNull();
    expect(isId(String(after.row["next_reply_id"]))).toBe(true);
    expect(after.turns).toEqual([]);
    expect(after.refunds).toContainEqual({ reply_id: "reply-1" }); // the second; the first may be delivered already
  },
);
