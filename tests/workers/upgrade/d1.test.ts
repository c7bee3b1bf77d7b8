import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { foldTitle } from "#domain/text.ts";
import { newSub, TestSite } from "../helpers/site.ts";
import { toD1Rows } from "./state.ts";

/*
 * A database that an older version made, for each older version: its first migrations, a row in every table, then the rest of
 * the migrations, and what the person sees through the services. A new migration adds a version by itself.
 */

const VERSIONS = env.TEST_MIGRATIONS.map(({ name }, index) => ({ name, count: index + 1 }));

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
  for (const [table, rows] of Object.entries(toD1Rows(sub))) {
    if (!present.has(table)) continue;
    const columns = new Set(await listColumns(database, table));
    for (const row of rows) {
      const known = Object.entries(row).filter(([column]) => columns.has(column));
      const names = known.map(([column]) => column).join(", ");
      const places = known.map(() => "?").join(", ");
      const insert = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${places})`);
      await insert.bind(...known.map(([, value]) => value)).run();
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

it("the rows of these tests have a row for every table", async () => {
  expect(Object.keys(toD1Rows("anybody")).sort()).toEqual(await listTables(env.DB));
});

it.each(VERSIONS)(
  "all rows of a database of $name are there and read after the upgrade",
  async ({ count }) => {
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
    const texts = Object.fromEntries(
      Object.entries(archive).map(([path, bytes]) => [path, strFromU8(bytes)]),
    );
    expect(JSON.parse(texts["consents.json"] ?? "")).toHaveLength(1);
    expect(JSON.parse(texts["feedback.json"] ?? "")).toMatchObject([{ feedback: "I like it." }]);
    expect(JSON.parse(texts["sparks.json"] ?? "")).toHaveLength(1);
    expect(Object.keys(texts).filter((path) => /^(?:stories|chats)\/.*\.json$/u.test(path))).toHaveLength(2);
  },
);
