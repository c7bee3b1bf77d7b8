import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import { characterChats } from "#workers/db/schema/index.ts";
import { listShards, openShard } from "#workers/db/shards.ts";
import type { Log } from "#workers/logging.ts";
import { runTasks } from "#workers/operator-tasks.ts";
import { eventually } from "../durable-objects/story-reader.ts";
import { createChat, say } from "./characters/people.ts";
import { TestSite } from "./helpers/site.ts";

let logged: Record<string, unknown>[] = [];
const built: string[] = [];
const log: Log = (level, event, fields) => logged.push({ level, event, ...fields });
const parts = {
  kv: env.EMPTY_KV,
  objects: { story: env.STORY, "character-chat": env.CHARACTER_CHAT },
  databases: listShards(env).map((_, shard) => openShard(env, shard)),
  now: () => new Date(),
  log,
  move: async () => 0,
  buildIndex: async (userId: string) => {
    built.push(userId);
  },
};

beforeEach(async () => {
  logged = [];
  for (const { name } of (await env.EMPTY_KV.list()).keys) await env.EMPTY_KV.delete(name);
});

/** A chat with a message and its reply. */
async function aChat(): Promise<string> {
  const person = await new TestSite().consented();
  const { chatId } = await createChat(person);
  await say(person, chatId);
  return chatId;
}

/** Stands in for the platform's point-in-time recovery, which workerd does not have: records its calls, passes on the others. */
function recoverable(asked: unknown[]): DurableObjectNamespace<ConversationObject> {
  const namespace = env.CHARACTER_CHAT;
  const getByName = (name: string) => {
    const stub = namespace.getByName(name);
    return {
      restoreAt: async (at: number) => {
        asked.push(["restoreAt", new Date(at).toISOString()]);
        return { undo: "bookmark-of-now" };
      },
      restart: async () => {
        asked.push(["restart"]);
        await stub.restart();
      },
      compareWithRow: (row: Parameters<ConversationObject["compareWithRow"]>[0]) => stub.compareWithRow(row),
    };
  };
  return { getByName } as unknown as DurableObjectNamespace<ConversationObject>;
}

it("an operator's task to restore an object restores, restarts, compares with the row, logs how to undo it, and is done once", async () => {
  const chatId = await aChat();
  const at = new Date(Date.now() - 3_600_000).toISOString();
  await env.EMPTY_KV.put(`operator/restore/character-chat/${chatId}`, `${at}\n`);
  const asked: unknown[] = [];
  const objects = { ...parts.objects, "character-chat": recoverable(asked) };

  await runTasks({ ...parts, objects });
  await runTasks({ ...parts, objects });

  expect(asked).toEqual([["restoreAt", at], ["restart"]]);
  const what = { kind: "character-chat", conversationId: chatId };
  expect(logged).toEqual([
    { level: "warn", event: "operator.restored", ...what, to: at, undo: "bookmark-of-now" },
    { level: "info", event: "operator.compared", ...what, row: expect.stringMatching(/agrees|renewed/) },
  ]);
});

it.each([
  ["a time of long ago", "2020-01-01T00:00:00.000Z"],
  ["a time to come", "2999-01-01T00:00:00.000Z"],
  ["no time", "yesterday"],
])("an operator's task to restore an object is refused for %s", async (_, time) => {
  await env.EMPTY_KV.put(`operator/restore/story/${createId()}`, time);

  await runTasks(parts);

  expect(logged).toEqual([
    expect.objectContaining({
      event: "operator.failed",
      error: expect.stringContaining("not one of the last 30 days"),
    }),
  ]);
});

it("an operator's task to check objects logs those whose text has no row in D1, and asks for nothing else", async () => {
  const chatId = await aChat();
  const lost = await aChat();
  await eventually(async () => expect(await env.CHARACTER_CHAT.get(idOf(lost)).identify()).toBe(lost));
  for (const db of parts.databases) await db.delete(characterChats).where(eq(characterChats.id, lost));
  const never = createId();
  const ids = [chatId, lost, never].map((id) => idOf(id).toString());
  await env.EMPTY_KV.put("operator/check/character-chat/first", JSON.stringify(ids));

  await runTasks(parts);

  const kind = "character-chat";
  const conversation = { conversationId: lost, objectId: idOf(lost).toString() };
  expect(logged).toEqual([
    { level: "error", event: "operator.object-without-row", kind, ...conversation },
    { level: "info", event: "operator.checked", kind, objects: 3, withoutRow: 1, left: 0 },
  ]);
});

it("an operator's task to check objects asks so many in one run, and the rest in the next", async () => {
  const ids = Array.from({ length: 5 }, () => idOf(createId()).toString());
  await env.EMPTY_KV.put("operator/check/character-chat/many", JSON.stringify(ids));

  await runTasks({ ...parts, objectsMax: 3 });
  await runTasks({ ...parts, objectsMax: 3 });

  expect(logged).toMatchObject([
    { objects: 3, left: 2 },
    { objects: 2, left: 0 },
  ]);
});

it.each([
  ["operator/delete/story/all", "everything"],
  ["operator/check/story/first/second", "[]"],
])("what is no task is logged and removed: %s", async (task, value) => {
  await env.EMPTY_KV.put(task, value);

  await runTasks(parts);

  expect(logged).toEqual([expect.objectContaining({ event: "operator.failed", task })]);
  expect((await env.EMPTY_KV.list()).keys).toEqual([]);
});

function idOf(chatId: string): DurableObjectId {
  return env.CHARACTER_CHAT.idFromName(chatId);
}

it("an operator's task to build search indexes builds those of the people on the list", async () => {
  built.length = 0;
  await env.EMPTY_KV.put("operator/search/one", JSON.stringify(["test|a", "test|b"]));
  await runTasks(parts);
  expect(built).toEqual(["test|a", "test|b"]);
  expect((await env.EMPTY_KV.list()).keys).toEqual([]);
});

it("an operator's task to build search indexes builds everybody's, some in each run", async () => {
  const { sub } = await new TestSite().consented();
  built.length = 0;
  await env.EMPTY_KV.put("operator/search/all", "all");
  while ((await env.EMPTY_KV.list()).keys.length > 0) await runTasks(parts);
  expect(built).toContain(sub);
  expect(new Set(built).size).toBe(built.length);
});
