import { applyD1Migrations, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { createId, isId } from "#domain/ids.ts";
import { foldTitle } from "#domain/library.ts";
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

/** Runs a statement on a database, or on the storage of an object. */
type Query = (statement: string, ...values: Row[string][]) => Promise<Row[]>;

function toQuery(where: D1Database | DurableObjectStorage): Query {
  if ("sql" in where)
    return async (statement, ...values) => where.sql.exec<Row>(statement, ...values).toArray();
  return async (statement, ...values) =>
    (
      await where
        .prepare(statement)
        .bind(...values)
        .all<Row>()
    ).results;
}

async function listTables(query: Query): Promise<string[]> {
  const tables = await query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  return tables.map(({ name }) => String(name)).filter((name) => !/^(?:_|d1_|sqlite_|applied_)/.test(name));
}

/** Writes the rows of those tables and columns that there are. Returns the counts of these tables, with the rows that triggers have added. */
async function writeRows(query: Query, rows: Rows): Promise<Record<string, Row | undefined>> {
  const present = new Set(await listTables(query));
  const tables = Object.keys(rows).filter((table) => present.has(table));
  for (const table of tables) {
    const columns = new Set((await query(`PRAGMA table_info(${table})`)).map(({ name }) => name));
    for (const row of rows[table] ?? []) {
      const known = Object.entries(row).filter(([column]) => columns.has(column));
      const names = known.map(([column]) => column).join(", ");
      const places = known.map(() => "?").join(", ");
      await query(`INSERT INTO ${table} (${names}) VALUES (${places})`, ...known.map(([, value]) => value));
    }
  }
  return countRows(query, tables);
}

async function countRows(query: Query, tables: string[]): Promise<Record<string, Row | undefined>> {
  const counts: Record<string, Row | undefined> = {};
  for (const table of tables) [counts[table]] = await query(`SELECT count(*) AS n FROM ${table}`);
  return counts;
}

const DATABASES = env.TEST_MIGRATIONS.map(({ name }, index) => ({ name, count: index + 1 }));

function openUpgraded(count: number): D1Database {
  const database: D1Database | undefined = Reflect.get(env, `UPGRADED_${count}`);
  if (database === undefined) throw new Error(`vitest.config.ts has no database UPGRADED_${count}.`);
  return database;
}

it("a database has a row for every table in state.json", async () => {
  expect(Object.keys(STATE.d1).sort()).toEqual(await listTables(toQuery(env.DB)));
});

it.each(DATABASES)(
  "a database of $name has all its rows after the upgrade, and they are read",
  async ({ count }) => {
    const database = openUpgraded(count);
    const sub = newSub();
    await applyD1Migrations(database, env.TEST_MIGRATIONS.slice(0, count));
    const query = toQuery(database);
    const written = await writeRows(query, toRows(STATE.d1, { user: sub }));
    await applyD1Migrations(database, env.TEST_MIGRATIONS);

    expect(await countRows(query, Object.keys(written))).toEqual(written);
    expect(await query("PRAGMA foreign_key_check")).toEqual([]);
    const natural = env.TEST_MIGRATIONS.findIndex(({ name }) => name.includes("natural_titles"));
    expect(await query("SELECT folded_title FROM stories WHERE id = 'gone'")).toEqual([
      { folded_title: count > natural ? "part 10" : foldTitle("Part 10") },
    ]);

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
  },
);

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

/** Makes the storage what an older version had: its tables, a row in each, and the record of its migrations. */
async function rebuild(storage: DurableObjectStorage, migrations: readonly Migration[], rows: Rows) {
  const query = toQuery(storage);
  for (const table of await listTables(query)) await query(`DROP TABLE ${table}`);
  await query("DELETE FROM applied_migrations");
  for (const { part, path, statements } of migrations) {
    storage.sql.exec(statements);
    await query("INSERT INTO applied_migrations (part, path) VALUES (?, ?)", part, path);
  }
  const counts = await writeRows(query, rows);
  await storage.sync();
  return counts;
}

function toObjectRows(kind: "story" | "character-chat", conversation: string): Rows {
  return toRows({ ...STATE.conversation, ...STATE[kind] }, { conversation, user: `test|${createId()}` });
}

it.each(KINDS)("a $kind has a row for every table in state.json", async ({ kind, objects }) => {
  const stub: DurableObjectStub<ConversationObject> = objects.get(objects.idFromName(createId()));
  const tables = await runInDurableObject(stub, (_, { storage }) => listTables(toQuery(storage)));
  const rows = { ...STATE.conversation, ...STATE[kind] };
  expect(Object.keys(rows).sort()).toEqual(tables);
});

it.each(VERSIONS)(
  "a $kind of core migration $core and own migration $ofKind has all its rows and its text after the upgrade",
  async ({ kind, own, objects, core, ofKind }) => {
    const id = createId();
    const open = (): DurableObjectStub<ConversationObject> => objects.get(objects.idFromName(id));
    const rows = toObjectRows(kind, id);
    const before = await runInDurableObject(open(), (_, { storage }) =>
      rebuild(storage, [...CORE.slice(0, core), ...own.slice(0, ofKind)], rows),
    );
    await killObject(open());

    const messages = await messagesOf(open());
    expect(messages.map(({ messageId, content }) => [messageId, content])).toEqual([
      ["opening", "The text of opening."],
      ["message", "The text of message."],
      ["reply-2", "The text of reply-2."],
    ]);
    expect(messages.at(-1)?.versions).toMatchObject({ index: 2, count: 2, previousId: "reply-1" });
    const after = await runInDurableObject(open(), async (_, { storage }) => ({
      tables: await listTables(toQuery(storage)),
      counts: await countRows(toQuery(storage), Object.keys(before)),
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
    await runInDurableObject(open(), (_, { storage }) =>
      rebuild(storage, [...CORE.slice(0, PAID_FIRST), ...own], {
        ...rows,
        conversation: (rows["conversation"] ?? []).map((row) => ({ ...row, active_request_id: "request" })),
        turns: [{ ...turn, state: "reserving" }],
      }),
    );
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
