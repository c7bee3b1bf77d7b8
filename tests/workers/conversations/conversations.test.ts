import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { RECENTLY_DELETED_MS } from "#domain/deletion.ts";
import { AppError, type ErrorCode, toErrorBody } from "#domain/errors.ts";
import { encode } from "#domain/protocol.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import { messagesOf } from "#tests/durable-objects/story-reader.ts";
import { createChat, say } from "#tests/workers/characters/people.ts";
import { noLog } from "#tests/workers/helpers/billing.ts";
import { d1, db, shardOf } from "#tests/workers/helpers/databases.ts";
import { type Browser, failureAnswer, TestSite } from "#tests/workers/helpers/site.ts";
import { beginStory } from "#tests/workers/helpers/stories.ts";
import { sweepCharacters } from "#workers/characters/sweep.ts";
import { sweepConversations } from "#workers/conversations/sweep.ts";

const DAY_MS = 24 * 3_600_000;

it("a deleted conversation whose object was never closed is purged a day after its time, and then its character", async () => {
  const person = await new TestSite().consented();
  const { characterId, chatId: over } = await createChat(person);
  const { chatId: recent } = await createChat(person, { characterId });
  for (const chatId of [over, recent]) await say(person, chatId);
  const { storyId } = await beginStory(person);
  const deleteAt = (table: string, id: string, ageMs: number) =>
    d1
      .prepare(`UPDATE ${table} SET deleted_at = ? WHERE id = ?`)
      .bind(new Date(Date.now() - ageMs).toISOString(), id)
      .run();
  const existing = async (table: string) => {
    const { results } = await d1.prepare(`SELECT id FROM ${table} WHERE user_id = ?`).bind(person.sub).all();
    return results.map(({ id }) => id);
  };
  const long = RECENTLY_DELETED_MS + DAY_MS + 60_000;
  await deleteAt("character_chats", over, long);
  await deleteAt("stories", storyId, long);
  await deleteAt("character_chats", recent, RECENTLY_DELETED_MS + DAY_MS - 60_000);
  await deleteAt("characters", characterId, long);
  const objects = { story: env.STORY, "character-chat": env.CHARACTER_CHAT };
  const parts = { db, now: () => new Date(), log: noLog };
  const sweep = async () => {
    await sweepConversations({ ...parts, shard: await shardOf(person.sub), objects });
    await sweepCharacters({ ...parts, bucket: env.PORTRAITS });
  };
  const stubOf = (chatId: string) => env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId));

  await sweep();
  expect(await existing("stories")).toEqual([]);
  expect(await existing("character_chats")).toEqual([recent]);
  expect(await existing("characters")).toEqual([characterId]);
  expect(await messagesOf(stubOf(over))).toEqual([]);
  expect(await messagesOf(stubOf(recent))).toHaveLength(2);

  await deleteAt("character_chats", recent, long);
  await sweep();
  expect(await existing("character_chats")).toEqual([]);
  expect(await existing("characters")).toEqual([]);
  expect(await messagesOf(stubOf(recent))).toEqual([]);
});

async function expectRefusal(answer: Response, code: ErrorCode): Promise<void> {
  const retryAfter = answer.headers.get("Retry-After");
  const error = new AppError(code, { retryAfterSeconds: retryAfter === null ? null : Number(retryAfter) });
  expect(answer.status).toBe(error.status);
  const body = await answer.json<{ error: { requestId: string } }>();
  expect(body).toEqual(failureAnswer(toErrorBody(error)));
  expect(answer.headers.get("X-Request-Id")).toBe(body.error.requestId);
}

function postStop(browser: Browser, storyId: string): Promise<Response> {
  const frame = encode({ type: "stream-stop", storyId });
  return browser.sendRaw("POST", `/live/stories/${storyId}`, frame, { "Content-Type": "application/json" });
}

it("a refusal of a live request has the body of every failed call, whoever refuses", async () => {
  const site = new TestSite();
  const person = await site.consented();
  const { storyId } = await beginStory(person);
  const path = `/live/stories/${storyId}`;
  await expectRefusal(await site.fetch(path), "UNAUTHENTICATED");
  await expectRefusal(await person.get(`/live/stories/${crypto.randomUUID()}`), "NOT_FOUND");
  await expectRefusal(await person.get("/live/nothing"), "NOT_FOUND");

  const plain = await person.get(path);
  expect(plain.headers.get("Upgrade")).toBe("websocket");
  await expectRefusal(plain, "WEBSOCKET_REQUIRED");
});

it("a live request over a limit of the object has that body too, and says when to try again", async () => {
  const person = await new TestSite().consented();
  const { storyId } = await beginStory(person);
  for (let count = 0; count < CONVERSATION_LIMITS.stops.limit; count += 1) {
    expect((await postStop(person, storyId)).status).toBe(200);
  }
  const refused = await postStop(person, storyId);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  await expectRefusal(refused, "RATE_LIMITED");
});
