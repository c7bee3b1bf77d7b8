import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { toPicturePrefix } from "#domain/chat.ts";
import { createId } from "#domain/ids.ts";
import { EMPTY_REPORT, toImportPrefix } from "#domain/imports.ts";
import { toPortraitPrefix } from "#domain/portraits.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import { beginDeletion, toPseudonym } from "#workers/account-deletion/store.ts";
import { imports } from "#workers/db/schema/index.ts";
import { parseSettings } from "#workers/settings.ts";
import { eventually, fillConversation } from "../../durable-objects/story-reader.ts";
import { createCharacter, createChat, MARA } from "../characters/people.ts";
import { d1, db, givePremium } from "../helpers/databases.ts";
import { type Person, TestSite } from "../helpers/site.ts";
import { beginStory } from "../helpers/stories.ts";

/**
 * A person with one of everything that an account can have. `mark` is a word in all of their texts, name and e-mail
 * included.
 */
export type Leaver = {
  person: Person;
  mark: string;
  stories: string[];
  chatId: string;
  characterId: string;
};

export async function aLeaver(site = new TestSite()): Promise<Leaver> {
  const mark = `mark${crypto.randomUUID().replaceAll("-", "")}`;
  const person = await site.consented({ name: mark, email: `${mark}@example.com`, email_verified: true });
  await givePremium(person.sub);
  const description = `A lost boat is named on the radio: ${mark}.`;
  const stories: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { storyId } = await beginStory(person, { description });
    const stub = env.STORY.get(env.STORY.idFromName(storyId));
    await stub.close({ conversationId: storyId, userId: person.sub });
    await stub.reopen();
    await fillConversation(stub, 2, [mark]);
    stories.push(storyId);
  }
  const [, archived, deleted] = stories;
  const setStory = (change: string, storyId: string | undefined) =>
    d1.prepare(`UPDATE stories SET ${change} WHERE id = ?`).bind(storyId).run();
  await setStory("status = 'archived'", archived);
  await setStory("deleted_at = '2026-01-01'", deleted);
  const { characterId } = await createCharacter(person, { ...MARA, description });
  const { chatId } = await createChat(person, { characterId });
  await fillConversation(env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId)), 2, [mark]);
  await env.PORTRAITS.put(`${toPortraitPrefix(characterId)}one/512`, mark);
  await env.PORTRAITS.put(`${toPicturePrefix(chatId)}one`, mark);
  const importId = createId();
  const started = {
    id: importId,
    userId: person.sub,
    key: importId,
    name: mark,
    fileCount: 1,
    characters: [],
  };
  const at = new Date().toISOString();
  await db
    .insert(imports)
    .values({ ...started, state: "waiting", report: EMPTY_REPORT, createdAt: at, updatedAt: at });
  await env.PORTRAITS.put(`${toImportPrefix(importId)}files`, mark);
  await person.post("/api/feedback", { feedback: `${mark} is lovely` });
  await d1
    .prepare(
      `INSERT INTO spark_ledger (turn_key, user_id, month, purpose, sparks, state, reserved_at)
     VALUES (?, ?, '2026-01', 'story-passage', 1, 'reserved', '2026-01-01')`,
    )
    .bind(`${stories[0]}:${createId()}`, person.sub)
    .run();
  return { person, mark, stories, chatId, characterId };
}

/** Begins a deletion in D1 alone, as after a crash right then. */
export async function begin({ person }: Leaver): Promise<string> {
  const id = createId();
  expect(await beginDeletion(db, { id, userId: person.sub, requestedAt: new Date().toISOString() })).toBe(
    true,
  );
  return id;
}

export function jobOf(deletionId: string) {
  return env.ACCOUNT_DELETION.get(env.ACCOUNT_DELETION.idFromName(deletionId));
}

/** Runs the job's alarms until the job has finished. */
export async function runToEnd(deletionId: string): Promise<void> {
  await eventually(async () => {
    await runDurableObjectAlarm(jobOf(deletionId));
    const keys = await runInDurableObject(
      jobOf(deletionId),
      (_, { storage }) => [...storage.kv.list()].length,
    );
    expect(keys).toBe(0);
  });
}

type Stores = {
  /** The rows of D1 by table. */
  rows: Record<string, unknown[]>;
  pictures: string[];
  sessions: { key: string; value: string | null }[];
};

/** Everything of everybody in D1, R2 and KV. */
export async function readStores(): Promise<Stores> {
  const { results: tables } = await d1
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'")
    .all<{ name: string }>();
  const rows: Stores["rows"] = {};
  for (const { name } of tables) rows[name] = (await d1.prepare(`SELECT * FROM "${name}"`).all()).results;
  const pictures = (await env.PORTRAITS.list()).objects.map(({ key }) => key);
  return { rows, pictures, sessions: await readSessions() };
}

/**
 * Everything that is left of a person: rows of D1 by table, messages in objects, keys of R2 and KV, the job's own
 * storage.
 */
export async function findLeft(leaver: Leaver, deletionId: string, stores?: Stores) {
  const { person, mark, stories, chatId, characterId } = leaver;
  const traces = [person.sub, mark, ...stories, chatId, characterId];
  const isTheirs = (value: unknown) => {
    const text = JSON.stringify(value);
    return traces.some((trace) => text.includes(trace));
  };
  const { rows, pictures, sessions } = stores ?? (await readStores());
  const found = Object.entries(rows).map(([name, all]) => [name, all.filter(isTheirs)] as const);
  const messages = await Promise.all([
    ...stories.map((id) => countText(env.STORY.get(env.STORY.idFromName(id)))),
    countText(env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId))),
  ]);
  const job = await runInDurableObject(jobOf(deletionId), async (_, state) => ({
    keys: [...state.storage.kv.list()].length,
    alarm: await state.storage.getAlarm(),
  }));
  const index = await runInDurableObject(
    env.SEARCH.get(env.SEARCH.idFromName(person.sub)),
    (_, { storage: { sql, kv } }) =>
      [...kv.list()].length +
      Number(sql.exec("SELECT count(*) AS n FROM sqlite_master WHERE name = 'documents'").one()["n"]),
  );
  return {
    rows: Object.fromEntries(found.filter(([, theirs]) => theirs.length > 0)),
    messages,
    index,
    pictures: pictures.filter(isTheirs),
    sessions: sessions.filter(isTheirs),
    job,
  };
}

/** All keys of KV with their values, as many in one call as KV allows. */
export async function readSessions(): Promise<{ key: string; value: string | null }[]> {
  const sessions: { key: string; value: string | null }[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: KVNamespaceListResult<unknown> = await env.KV.list({ limit: 100, cursor });
    const names = page.keys.map(({ name }) => name);
    if (names.length > 0) {
      for (const [key, value] of await env.KV.get(names)) sessions.push({ key, value });
    }
    if (page.list_complete) return sessions;
    cursor = page.cursor;
  }
}

/** Rows of a conversation in an object, which may have no tables. */
function countText(stub: DurableObjectStub<ConversationObject>): Promise<number> {
  return runInDurableObject(stub, (_, { storage }) => {
    const tables = storage.sql
      .exec("SELECT name FROM sqlite_master WHERE name IN ('messages', 'conversation', 'outbox')")
      .toArray();
    const counts = tables.map(({ name }) => storage.sql.exec(`SELECT count(*) AS n FROM ${name}`).one()["n"]);
    return counts.reduce<number>((sum, count) => sum + Number(count), 0);
  });
}

/** Expects that only the records that the law requires are left, without a name. `stores`: what `readStores` has returned since; absent: it is read now. */
export async function expectGone(leaver: Leaver, deletionId: string, stores?: Stores): Promise<void> {
  const left = await findLeft(leaver, deletionId, stores);
  // The key of the ledger's row contains the id of a story that nobody has any more.
  const { spark_ledger: ledger, ...rows } = left.rows;
  const pseudonym = await toPseudonym(leaver.person.sub, parseSettings(env).SESSION_SECRET);
  expect(ledger).toMatchObject([{ user_id: pseudonym, state: "refunded" }]);
  expect({ ...left, rows }).toEqual({
    rows: {},
    messages: [0, 0, 0, 0],
    index: 0,
    pictures: [],
    sessions: [],
    job: { keys: 0, alarm: null },
  });
  const { results: consents } = await d1
    .prepare("SELECT user_id, kind, ip FROM consents WHERE user_id = ?")
    .bind(pseudonym)
    .all();
  expect(consents).toEqual([{ user_id: pseudonym, kind: "legal", ip: null }]);
}
