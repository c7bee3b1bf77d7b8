import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createId, isId } from "#domain/ids.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import { killObject, messagesOf } from "../../durable-objects/story-reader.ts";
import { KIND_ROWS, type Rows, toConversationRows } from "./state.ts";

/*
 * An object that an older version made, for each older version of its two lists of migrations. The object is then started by
 * this version, which applies the rest, and is read.
 */

type Part = { part: string; files: [path: string, sql: string][] };

/** Sorted by path, which the object records as `./migrations/…`. */
function toPart(part: string, found: Record<string, string>): Part {
  const files = Object.entries(found).map(([path, sql]): [string, string] => [
    `./migrations/${path.split("/").at(-1)}`,
    sql,
  ]);
  return { part, files: files.sort(([one], [other]) => (one < other ? -1 : 1)) };
}

const CORE = toPart(
  "conversation",
  import.meta.glob<string>("/durable-objects/conversation/migrations/*.sql", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
const STORY = toPart(
  "story",
  import.meta.glob<string>("/durable-objects/story/migrations/*.sql", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
const CHAT = toPart(
  "character-chat",
  import.meta.glob<string>("/durable-objects/character-chat/migrations/*.sql", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

const KINDS = [
  { kind: "story", own: STORY, objects: env.STORY },
  { kind: "character-chat", own: CHAT, objects: env.CHARACTER_CHAT },
] as const;

/** Each version of one list beside one version of the other. The common list is applied first. */
const VERSIONS = KINDS.flatMap(({ kind, own, objects }) => [
  ...CORE.files.map((_, core) => ({ kind, own, objects, core: core + 1, ofKind: 1 })),
  ...own.files
    .slice(1)
    .map((_, ofKind) => ({ kind, own, objects, core: CORE.files.length, ofKind: ofKind + 2 })),
]);

function listTables({ sql }: DurableObjectStorage): string[] {
  return sql
    .exec("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .toArray()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith("_") && name !== "applied_migrations");
}

/** Makes the storage what an older version had: its tables, a row in each, and the record of its migrations. */
function rebuild(storage: DurableObjectStorage, parts: [Part, count: number][], rows: Rows): void {
  const { sql } = storage;
  for (const table of listTables(storage)) sql.exec(`DROP TABLE ${table}`);
  sql.exec("DELETE FROM applied_migrations");
  for (const [{ part, files }, count] of parts) {
    for (const [path, statements] of files.slice(0, count)) {
      sql.exec(statements);
      sql.exec("INSERT INTO applied_migrations (part, path) VALUES (?, ?)", part, path);
    }
  }
  for (const table of listTables(storage)) {
    const columns = new Set(
      sql
        .exec(`PRAGMA table_info(${table})`)
        .toArray()
        .map(({ name }) => name),
    );
    for (const row of rows[table] ?? []) {
      const known = Object.entries(row).filter(([column]) => columns.has(column));
      const names = known.map(([column]) => column).join(", ");
      const places = known.map(() => "?").join(", ");
      sql.exec(`INSERT INTO ${table} (${names}) VALUES (${places})`, ...known.map(([, value]) => value));
    }
  }
}

function countRows(storage: DurableObjectStorage, tables: string[]): Record<string, number> {
  return Object.fromEntries(
    tables.map((table) => [table, storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one()["n"]]),
  ) as Record<string, number>;
}

it.each(KINDS)("the rows of these tests have a row for every table of a $kind", async ({ kind, objects }) => {
  const stub: DurableObjectStub<ConversationObject> = objects.get(objects.idFromName(createId()));
  const tables = await runInDurableObject(stub, (_, { storage }) => listTables(storage));
  const rows = { ...toConversationRows("any", "body"), ...KIND_ROWS[kind] };
  expect(Object.keys(rows).sort()).toEqual(tables);
});

it.each(VERSIONS)(
  "a $kind of core migration $core and own migration $ofKind has all its rows and its text after the upgrade",
  async ({ kind, own, objects, core, ofKind }) => {
    const id = createId();
    const open = (): DurableObjectStub<ConversationObject> => objects.get(objects.idFromName(id));
    const rows = { ...toConversationRows(id, `test|${createId()}`), ...KIND_ROWS[kind] };
    const before = await runInDurableObject(open(), async (_, { storage }) => {
      rebuild(
        storage,
        [
          [CORE, core],
          [own, ofKind],
        ],
        rows,
      );
      await storage.sync();
      return countRows(storage, listTables(storage));
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
      tables: listTables(storage),
      counts: countRows(storage, Object.keys(before)),
      applied: storage.sql.exec("SELECT count(*) AS n FROM applied_migrations").one()["n"],
    }));
    expect(after.tables).toEqual(Object.keys(rows).sort());
    // What the search still lacks is put into the outbox, and may be delivered by now.
    expect({ ...after.counts, outbox: null }).toEqual({ ...before, outbox: null });
    expect(after.applied).toBe(CORE.files.length + own.files.length);
  },
);

/** The version after which a turn is stored only when it is paid for. */
const PAID_FIRST = CORE.files.findIndex(([path]) => path.includes("next_reply"));

it.each(KINDS)(
  "a $kind whose turn was being paid for when it was upgraded refunds that turn, and its request may come again",
  async ({ kind, own, objects }) => {
    const id = createId();
    const open = (): DurableObjectStub<ConversationObject> => objects.get(objects.idFromName(id));
    const rows = { ...toConversationRows(id, `test|${createId()}`), ...KIND_ROWS[kind] };
    const [turn] = rows["turns"] ?? [];
    await runInDurableObject(open(), async (_, { storage }) => {
      rebuild(
        storage,
        [
          [CORE, PAID_FIRST],
          [own, own.files.length],
        ],
        {
          ...rows,
          conversation: (rows["conversation"] ?? []).map((row) => ({ ...row, active_request_id: "request" })),
          turns: [{ ...turn, state: "reserving" }],
        },
      );
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
