import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { CHARACTER_SORTS } from "#domain/character.ts";
import { createId } from "#domain/ids.ts";
import { STORY_SORTS } from "#domain/library.ts";
import {
  findReplyReservation,
  findReservation,
  refundAbandoned,
  refundForgotten,
} from "#workers/billing/spark-store.ts";
import { listDeletedChats } from "#workers/character-chats/deleted-store.ts";
import {
  CHAT_CREATION,
  findChatBrief,
  findChatByRequest,
  listChats,
} from "#workers/character-chats/store.ts";
import { listDeletedCharacters } from "#workers/characters/deleted-store.ts";
import {
  listCharacters,
  listChatsWithCharacters,
  listStoriesWithCharacters,
} from "#workers/characters/list-store.ts";
import { CHARACTER_CREATION, findCharacterByRequest } from "#workers/characters/store.ts";
import {
  OWNED_ELSEWHERE,
  OWNED_TABLES,
  STORED_BY,
  TABLES_OF_THINGS,
  THING_KINDS,
} from "#workers/db/account-data.ts";
import { openPrimaryDatabase } from "#workers/db/client.ts";
import { countCreated } from "#workers/db/creation-limits.ts";
import * as schema from "#workers/db/schema/index.ts";
import { listDeletedStories, restoreStoryRow } from "#workers/stories/deleted-store.ts";
import { listStories, listStoryCards } from "#workers/stories/library-store.ts";
import { findStoryByRequest, STORY_CREATION, updateStoryRow } from "#workers/stories/store.ts";

/** The tables that are about no person. */
const OF_NOBODY = [schema.shardSizes].map(getTableName);

const STORES = new Set(["DurableObjectNamespace", "KvNamespace", "R2Bucket"]);
/** Bindings that only tests have. */
const OF_TESTS = /^EMPTY_/;

const tables = Object.values<unknown>(schema).filter((value) => is(value, SQLiteTable));
const names = (owned: readonly { table: SQLiteTable }[]) => owned.map(({ table }) => getTableName(table));

it("what belongs to an account names every table once", () => {
  const named = [...names(OWNED_TABLES), ...names(OWNED_ELSEWHERE), ...OF_NOBODY];
  expect(named.toSorted()).toEqual(tables.map((table) => getTableName(table)).toSorted());
});

it("what belongs to an account names every binding that stores something", () => {
  const storing = Object.entries(env).filter(
    ([name, binding]) => STORES.has(binding?.constructor?.name ?? "") && !OF_TESTS.test(name),
  );
  expect(Object.keys(STORED_BY).toSorted()).toEqual(storing.map(([name]) => name).toSorted());
  const kinds = Object.values(STORED_BY).flatMap((kind) => (Array.isArray(kind) ? kind : []));
  expect(new Set(kinds)).toEqual(new Set(THING_KINDS));
});

it("what belongs to an account has rows inserted after the rows that they refer to", () => {
  const order = names(OWNED_TABLES);
  for (const { table } of OWNED_TABLES) {
    for (const { reference } of getTableConfig(table).foreignKeys) {
      const referred = getTableName(reference().foreignTable);
      expect(order.indexOf(referred), referred).toBeLessThan(order.indexOf(getTableName(table)));
    }
  }
});

it("what belongs to an account leaves no row of a person behind a deletion: each goes, or nothing in it names the person", () => {
  const withThings = OWNED_TABLES.filter(({ atDeletion }) => /things|object/.test(atDeletion));
  expect(names(withThings).toSorted()).toEqual(Object.values(TABLES_OF_THINGS).map(getTableName).toSorted());
  for (const { table, atDeletion } of OWNED_TABLES) {
    const { columns, foreignKeys } = getTableConfig(table);
    if (atDeletion === "expire") expect(columns.map(({ name }) => name)).not.toContain("user_id");
    if (atDeletion !== "cascade") continue;
    expect(foreignKeys.length).toBeGreaterThan(0);
    for (const { onDelete } of foreignKeys) expect(onDelete).toBe("cascade");
  }
});

const db = openPrimaryDatabase(env.DB);
const user = "somebody|1";
const id = createId();
const after = { key: "m", id };
const since = new Date(0);
const within = { limit: 1, now: new Date() };
const room = { planned: 1, begun: 30, begunSince: since, total: 5_000, now: new Date() };

/** Every list, and every look-up that is not by the id of a row alone, as the stores query it; library.test.ts counts the rows of others. */
const queries: Record<string, { toSQL: () => { sql: string; params: unknown[] } }> = {
  ...Object.fromEntries(
    STORY_SORTS.flatMap((sort) => [
      [
        `a page of the library by ${sort}`,
        listStoryCards(db, user, { sort, after, limit: 25, status: "active" }),
      ],
      [
        `archived stories with a word in them by ${sort}`,
        listStories(db, user, { sort, after, limit: 50, status: "archived", search: "lost boat" }),
      ],
    ]),
  ),
  "the story that a request has begun": findStoryByRequest(db, user, id),
  "the stories that count against limits": countCreated(db, STORY_CREATION, user, room),
  "a further page of deleted stories": listDeletedStories(db, user, { since, after, limit: 50 }),
  "bringing back a story": updateStoryRow(
    db,
    { userId: user, id, title: "", description: "" },
    { status: "active" },
    within,
  ),
  "a restoration": restoreStoryRow(db, user, id, { since, limit: 1 }),
  ...Object.fromEntries(
    CHARACTER_SORTS.map((sort) => [
      `characters by ${sort}`,
      listCharacters(db, user, { sort, section: "grid", after, limit: 30 }),
    ]),
  ),
  "the character that a request has created": findCharacterByRequest(db, user, id),
  "deleted characters": listDeletedCharacters(db, user, { since, after, limit: 50 }),
  "the chats of some characters": listChatsWithCharacters(db, user, [id]),
  "the stories of some characters": listStoriesWithCharacters(db, user, [id]),
  "the characters that count against limits": countCreated(db, CHARACTER_CREATION, user, room),
  "the chat that a request has created": findChatByRequest(db, user, id),
  chats: listChats(db, user, { after, limit: 50, order: "descending" }),
  "deleted chats": listDeletedChats(db, user, { since, after, limit: 50 }),
  "the chats that count against limits": countCreated(db, CHAT_CREATION, user, room),
  "a chat's brief": findChatBrief(db, user, id),
  "a reservation": findReservation(db, user, id),
  "a reply's reservation": findReplyReservation(db, user, id, new Date()),
  "forgotten reservations": refundForgotten(db, { before: new Date(), now: new Date(), limit: 500 }),
  "an abandoned reservation": refundAbandoned(db, user, "form-fill", { before: new Date(), now: new Date() }),
};

async function planOf(query: { toSQL: () => { sql: string; params: unknown[] } }): Promise<string[]> {
  const { sql, params } = query.toSQL();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

it.each(Object.entries(queries))("the query plan of %s scans no table", async (_, query) => {
  const plan = await planOf(query);
  expect(plan.length).toBeGreaterThan(0);
  // None is a table: json_each reads the ids of the query, and a subquery, of which one is named page, has a step of its own for its table.
  expect(plan.filter((step) => /^SCAN (?!json_each|page$|\(subquery-)/.test(step))).toEqual([]);
});
