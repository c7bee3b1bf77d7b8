import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { toPicturePrefix } from "#domain/chat.ts";
import { createId } from "#domain/ids.ts";
import { toPortraitPrefix } from "#domain/portraits.ts";
import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import { eventually, messagesOf, toStoryRow } from "#tests/durable-objects/story-reader.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { watchBindings } from "#tests/harness/watched-bindings.ts";
import { createChat, say } from "#tests/workers/characters/people.ts";
import { db, deleteAgo, queryObject, queryRows, shardOf } from "#tests/workers/helpers/databases.ts";
import { TestSite, watchLog } from "#tests/workers/helpers/site.ts";
import { beginStory } from "#tests/workers/helpers/stories.ts";
import { SESSION_TTL_S } from "#workers/auth/session.ts";
import { purgeDeletedCharacters } from "#workers/characters/purge-deleted.ts";
import { isPlausible } from "#workers/consistency/missing-rows.ts";
import { sweepPictures, sweepSessions } from "#workers/consistency/sweep-orphans.ts";
import { SweepPosition } from "#workers/consistency/sweep-position.ts";
import { sweepRows } from "#workers/consistency/sweep-rows.ts";
import { sweepOverdue } from "#workers/conversations/sweep-overdue.ts";
import { characterChats, stories } from "#workers/db/schema/index.ts";
import { listShards, openShard } from "#workers/db/shards.ts";
import type { Log, LogFields } from "#workers/logging.ts";
import { runNightly } from "#workers/nightly.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const later = (ms: number) => () => new Date(Date.now() + ms);
const databases = listShards(env).map((_, shard) => openShard(env, shard));

/** The lines that a sweep has logged. */
let logged: (LogFields & { level: string; event: string })[] = [];
const log: Log = (level, event, fields) => logged.push({ level, event, ...fields });

beforeEach(async () => {
  logged = [];
  for (const { name } of (await env.EMPTY_KV.list()).keys) await env.EMPTY_KV.delete(name);
  const { objects } = await env.EMPTY_BUCKET.list();
  await env.EMPTY_BUCKET.delete(objects.map(({ key }) => key));
});

/** The binding, with lists of at most `limit` things. */
function withPagesOf<T extends KVNamespace | R2Bucket>(limit: number, binding: T): T {
  return new Proxy(binding, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (first?: object, ...args: unknown[]) =>
        Reflect.apply(method, target, name === "list" ? [{ ...first, limit }] : [first, ...args]);
    },
  });
}

it("a sweep stops where more are missing than crashes explain, as when one of four databases is lost", () => {
  expect([isPlausible(20, 20), isPlausible(25, 100), isPlausible(100, 1_000)]).toEqual([true, false, true]);
});

/** A person with a character and a chat. */
async function aPerson() {
  const person = await new TestSite().consented();
  return { person, ...(await createChat(person)) };
}

const parts = { bucket: env.EMPTY_BUCKET, kv: env.EMPTY_KV, databases, log };
const keep = async (...keys: string[]) => {
  for (const key of keys) await env.EMPTY_BUCKET.put(key, "a picture");
};
const kept = async () => (await env.EMPTY_BUCKET.list()).objects.map(({ key }) => key).sort();

it("the sweep of pictures deletes those whose character or chat has no row, and keeps the others", async () => {
  const { characterId, chatId } = await aPerson();
  const theirs = [`${toPortraitPrefix(characterId)}one/512`, `${toPicturePrefix(chatId)}two`];
  await keep(...theirs, `${toPortraitPrefix(createId())}three/512`, `${toPicturePrefix(createId())}four`);

  expect(await sweepPictures({ ...parts, now: later(2 * DAY_MS) })).toBe(2);

  expect(await kept()).toEqual(theirs.sort());
  expect(logged).toEqual([{ level: "warn", event: "consistency.pictures", deleted: 2 }]);
});

it("the sweep of pictures leaves young ones alone: their row may be about to be written", async () => {
  const orphan = `${toPortraitPrefix(createId())}one/512`;
  await keep(orphan);

  expect(await sweepPictures({ ...parts, now: later(DAY_MS - HOUR_MS) })).toBe(0);
  expect(await kept()).toEqual([orphan]);
});

it("the sweep of pictures goes on after an implausible page the next night, and logs that page each time it comes to it", async () => {
  const keys = Array.from({ length: 26 }, createId)
    .sort()
    .map((id) => `${toPortraitPrefix(id)}one/512`);
  await keep(...keys);
  const inPages = { ...parts, bucket: withPagesOf(25, env.EMPTY_BUCKET), now: later(2 * DAY_MS) };

  expect(await sweepPictures(inPages)).toBe(0);
  expect(await sweepPictures(inPages)).toBe(1);
  expect(await sweepPictures(inPages)).toBe(0);

  expect(await kept()).toEqual(keys.slice(0, 25));
  const errors = logged.filter(({ level }) => level === "error");
  expect(errors.map(({ event, orphans, of }) => [event, orphans, of])).toEqual([
    ["consistency.implausible", 25, 25],
    ["consistency.implausible", 25, 25],
  ]);
});

it("the sweep of pictures writes its place once a run: KV refuses a second write of a key within a second", async () => {
  const keys = Array.from({ length: 6 }, () => `${toPortraitPrefix(createId())}one/512`);
  await keep(...keys, `${toPicturePrefix(createId())}two`);
  const written: string[] = [];
  const { KV: kv } = watchBindings({ KV: env.EMPTY_KV }, async (name, call) => {
    if (name === "KV.put" || name === "KV.delete") written.push(name);
    return call();
  });
  const bucket = withPagesOf(2, env.EMPTY_BUCKET);

  expect(await sweepPictures({ ...parts, kv, bucket, now: later(2 * DAY_MS) })).toBe(7);
  expect(written).toHaveLength(4); // the place of each kind of picture
});

it("the sweep of sessions deletes those that no row knows; it keeps the others, young ones, and what is no session", async () => {
  const put = (name: string, ageMs: number) =>
    env.EMPTY_KV.put(name, "{}", { expiration: Math.floor((Date.now() - ageMs) / 1000) + SESSION_TTL_S });
  const { person } = await aPerson();
  const [row] = await queryRows<{ id: string }>("SELECT id FROM sessions WHERE user_id = ?", person.sub);
  const known = row?.id ?? "";
  const young = "99ff".repeat(16);
  expect(known).toMatch(/^[0-9a-f]{64}$/);
  const unknown = ["00ff".repeat(16), "00112233445566ff"]; // the second as keys were made before
  for (const name of [known, ...unknown, "demo:someone"]) await put(name, 3 * DAY_MS);
  await put(young, DAY_MS / 2);

  expect(await sweepSessions({ kv: env.EMPTY_KV, databases, log, now: () => new Date() })).toBe(2);

  const kept = (await env.EMPTY_KV.list()).keys.map(({ name }) => name);
  expect(kept.sort()).toEqual([known, young, "demo:someone"].sort());
});

const objects = { story: env.STORY, "character-chat": env.CHARACTER_CHAT };

it("a deleted conversation whose object was never closed is purged a day after its time, and then its character", async () => {
  const person = await new TestSite().consented();
  const { characterId, chatId: over } = await createChat(person);
  const { chatId: recent } = await createChat(person, { characterId });
  for (const chatId of [over, recent]) await say(person, chatId);
  const { storyId } = await beginStory(person);
  const existing = async (table: string) => {
    const results = await queryRows(`SELECT id FROM ${table} WHERE user_id = ?`, person.sub);
    return results.map(({ id }) => id);
  };
  const long = RECENTLY_DELETED_MS + DAY_MS + 60_000;
  await deleteAgo("character_chats", over, long);
  await deleteAgo("stories", storyId, long);
  await deleteAgo("character_chats", recent, RECENTLY_DELETED_MS + DAY_MS - 60_000);
  await deleteAgo("characters", characterId, long);
  const parts = { db, now: () => new Date(), log };
  const sweep = async () => {
    await sweepOverdue({ ...parts, shard: await shardOf(person.sub), objects });
    await purgeDeletedCharacters({ ...parts, bucket: env.PORTRAITS });
  };
  const stubOf = (chatId: string) => env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId));

  await sweep();
  expect(await existing("stories")).toEqual([]);
  expect(await existing("character_chats")).toEqual([recent]);
  expect(await existing("characters")).toEqual([characterId]);
  expect(await messagesOf(stubOf(over))).toEqual([]);
  expect(await messagesOf(stubOf(recent))).toHaveLength(2);

  await deleteAgo("character_chats", recent, long);
  await sweep();
  expect(await existing("character_chats")).toEqual([]);
  expect(await existing("characters")).toEqual([]);
  expect(await messagesOf(stubOf(recent))).toEqual([]);
});

/** A sweep over the rows that were made after this call. */
async function aSweep(userId: string) {
  const shard = await shardOf(userId);
  const db = openShard(env, shard);
  const start = createId();
  const sweep = async (now: () => Date) => {
    for (const kind of Object.keys(objects)) {
      await new SweepPosition(env.EMPTY_KV, `${kind}-${shard}`).write(start);
    }
    return sweepRows({ db, shard, objects, kv: env.EMPTY_KV, now, log });
  };
  // Other tests have rows whose ids are words, which sort after every id with a time.
  const others = await sweep(later(2 * HOUR_MS));
  logged = [];
  const run = async (now: () => Date) => {
    const { renewed, empty } = await sweep(now);
    return { renewed, empty: empty - others.empty };
  };
  return { db, run };
}

it("the comparison of rows with their objects brings a row that is behind up to date, also if the row has the higher number", async () => {
  const { person, characterId } = await aPerson();
  const { db, run } = await aSweep(person.sub);
  const { chatId } = await createChat(person, { characterId });
  await say(person, chatId);
  const read = async () =>
    (await db.select().from(characterChats).where(eq(characterChats.id, chatId))).at(0);
  const before = await eventually(async () => {
    const row = await read();
    expect(row?.messageCount).toBe(2);
    return row;
  });
  expect(await run(later(2 * HOUR_MS))).toEqual({ renewed: 0, empty: 0 });

  await db
    .update(characterChats)
    .set({ lastMessageId: null, lastMessage: null, messageCount: 0, projection: 1_000 })
    .where(eq(characterChats.id, chatId));
  expect(await run(later(2 * HOUR_MS))).toEqual({ renewed: 1, empty: 0 });

  await eventually(async () => {
    const row = await read();
    expect(row?.lastMessageId).toBe(before?.lastMessageId);
    expect(row?.messageCount).toBe(2);
  });
});

it("the comparison of rows with their objects logs a row whose object has lost its text, and changes neither", async () => {
  const { person } = await aPerson();
  const { db, run } = await aSweep(person.sub);
  const row = toStoryRow(person.sub, { messageCount: 5, lastMessageId: createId(), projection: 3 });
  await db.insert(stories).values(row);

  expect(await run(later(2 * HOUR_MS))).toEqual({ renewed: 0, empty: 1 });

  expect(logged).toContainEqual({
    level: "error",
    event: "consistency.object-empty",
    kind: "story",
    conversationId: row.id,
    messageCount: 5,
  });
  const [after] = await db.select().from(stories).where(eq(stories.id, row.id));
  expect(after).toMatchObject({ messageCount: 5, projection: 3 });
});

it("the comparison of rows with their objects opens an object again that is closed although its row is not deleted, unless it was closed a moment ago", async () => {
  const { person, characterId } = await aPerson();
  const { run } = await aSweep(person.sub);
  const { chatId } = await createChat(person, { characterId });
  const open = () => env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId));
  const sent = { content: replyScript({ pieces: 1 }) };
  const write = async () =>
    (await person.send("POST", `/api/character-chats/${chatId}/messages`, sent)).status;
  expect(await write()).toBe(200);
  await open().close({ conversationId: chatId, userId: person.sub });
  expect(await run(later(2 * HOUR_MS))).toEqual({ renewed: 0, empty: 0 });
  expect(await write()).toBe(404);

  // The database was restored to a time before the deletion, or a restoration has not reached the object.
  await queryObject(open(), "UPDATE conversation SET closed_at = ?", Date.now() - 2 * HOUR_MS);
  expect(await run(later(2 * HOUR_MS))).toEqual({ renewed: 1, empty: 0 });
  expect(await write()).toBe(200);
});

it("the comparison of rows with their objects leaves rows alone that changed within the hour", async () => {
  const { person } = await aPerson();
  const { db, run } = await aSweep(person.sub);
  await db.insert(stories).values(toStoryRow(person.sub, { messageCount: 5 }));

  expect(await run(() => new Date())).toEqual({ renewed: 0, empty: 0 });
});

it("the nightly run does all its jobs, for each database and for what they share, and none fails", async () => {
  const log = watchLog();

  await runNightly(env);

  const lines = log.lines().filter(({ job }) => job === "nightly");
  expect(lines.filter(({ event }) => event === "nightly.failed")).toEqual([]);
  for (const shard of listShards(env).keys()) {
    const events = lines.filter((line) => line["shard"] === shard).map(({ event }) => event);
    expect(events).toEqual(
      expect.arrayContaining([
        "billing.sweep-reservations",
        "conversations.sweep",
        "characters.sweep",
        "consistency.rows",
      ]),
    );
  }
  const shared = lines.map(({ event }) => event);
  expect(shared).toEqual(expect.arrayContaining(["consistency.pictures", "consistency.sessions"]));
  // It reads everything that the tests before it have left.
}, 90_000);
