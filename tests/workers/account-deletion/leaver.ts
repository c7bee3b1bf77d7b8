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
import { addCharge } from "../helpers/billing.ts";
import { db, givePremium, queryObject, queryRows } from "../helpers/databases.ts";
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
    await write(env.STORY.getByName(storyId), { conversationId: storyId, userId: person.sub }, mark);
    stories.push(storyId);
  }
  const [, archived, deleted] = stories;
  const setStory = (change: string, storyId: string | undefined) =>
    queryRows(`UPDATE stories SET ${change} WHERE id = ?`, storyId);
  await setStory("status = 'archived'", archived);
  await setStory("deleted_at = '2026-01-01'", deleted);
  const { characterId } = await createCharacter(person, { ...MARA, description });
  const { chatId } = await createChat(person, { characterId });
  const chat = { conversationId: chatId, userId: person.sub };
  await write(env.CHARACTER_CHAT.getByName(chatId), chat, mark);
  await env.PORTRAITS.put(`${toPortraitPrefix(characterId)}one/512`, mark);
  await env.PORTRAITS.put(`${toPicturePrefix(chatId)}one`, mark);
  const [importId, at] = [createId(), new Date().toISOString()];
  const started = { id: importId, userId: person.sub, key: importId, name: mark, fileCount: 1 };
  const times = { createdAt: at, updatedAt: at };
  await db
    .insert(imports)
    .values({ ...started, ...times, characters: [], state: "waiting", report: EMPTY_REPORT });
  await env.PORTRAITS.put(`${toImportPrefix(importId)}files`, mark);
  await person.post("/api/feedback", { feedback: `${mark} is lovely` });
  await addCharge(person.sub, 1, { turnKey: `${stories[0]}:${createId()}`, state: "reserved" });
  return { person, mark, stories, chatId, characterId };
}

/** Writes two messages into a conversation, which knows its owner before. */
async function write(
  stub: DurableObjectStub<ConversationObject>,
  owner: { conversationId: string; userId: string },
  mark: string,
): Promise<void> {
  await stub.close(owner);
  await stub.reopen();
  await fillConversation(stub, 2, [mark]);
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
  const rows: Stores["rows"] = {};
  const tables = await queryRows(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*'",
  );
  for (const { name } of tables) rows[String(name)] = await queryRows(`SELECT * FROM "${name}"`);
  const pictures = (await env.PORTRAITS.list()).objects.map(({ key }) => key);
  return { rows, pictures, sessions: await readSessions() };
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
export async function countText(stub: DurableObjectStub<ConversationObject>): Promise<number> {
  const named = "SELECT name FROM sqlite_master WHERE name IN ('messages', 'conversation', 'outbox')";
  const rows: unknown[] = [];
  for (const { name } of await queryObject(stub, named))
    rows.push(...(await queryObject(stub, `SELECT 1 FROM ${name}`)));
  return rows.length;
}

/**
 * Expects that nothing is left of a person in D1, objects, R2, KV and the job, but the records that the law requires, without a name.
 * `stores`: what `readStores` has returned since; absent: it is read now.
 */
export async function expectGone(leaver: Leaver, deletionId: string, stores?: Stores): Promise<void> {
  const { person, mark, stories, chatId, characterId } = leaver;
  const traces = [person.sub, mark, ...stories, chatId, characterId];
  const isTheirs = (value: unknown) => {
    const text = JSON.stringify(value);
    return traces.some((trace) => text.includes(trace));
  };
  const { rows, pictures, sessions } = stores ?? (await readStores());
  const found = Object.entries(rows).map(([name, all]) => [name, all.filter(isTheirs)] as const);
  const left = Object.fromEntries(found.filter(([, theirs]) => theirs.length > 0));
  const pseudonym = await toPseudonym(person.sub, parseSettings(env).SESSION_SECRET);
  expect(left).toEqual({
    // The key contains the id of a story that nobody has any more.
    spark_ledger: [expect.objectContaining({ user_id: pseudonym, state: "refunded" })],
  });
  expect([...pictures.filter(isTheirs), ...sessions.filter(isTheirs)]).toEqual([]);
  for (const id of stories) expect(await countText(env.STORY.getByName(id))).toBe(0);
  expect(await countText(env.CHARACTER_CHAT.getByName(chatId))).toBe(0);
  const job = await runInDurableObject(jobOf(deletionId), async (_, { storage }) => ({
    keys: [...storage.kv.list()].length,
    alarm: await storage.getAlarm(),
  }));
  expect(job).toEqual({ keys: 0, alarm: null });
  const index = env.SEARCH.getByName(person.sub);
  expect(await runInDurableObject(index, (_, { storage }) => [...storage.kv.list()])).toEqual([]);
  expect(await queryObject(index, "SELECT 1 FROM sqlite_master WHERE name = 'documents'")).toEqual([]);
  const consents = await queryRows("SELECT user_id, kind, ip FROM consents WHERE user_id = ?", pseudonym);
  expect(consents).toEqual([{ user_id: pseudonym, kind: "legal", ip: null }]);
}
