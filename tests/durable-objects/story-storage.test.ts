import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import { Bin } from "#durable-objects/conversation/bin.ts";
import { migrateObject } from "#durable-objects/conversation/migrations.ts";
import { SearchFeed } from "#durable-objects/conversation/search-feed.ts";
import { SideTables } from "#durable-objects/conversation/side-tables.ts";
import { type Turn, TurnStore } from "#durable-objects/conversation/turn-store.ts";
import {
  anOpenStory,
  eventually,
  inNewObject,
  inStorage,
  ledgerOf,
  messagesOf,
  openTree,
  type Story,
  StoryReader,
  watchStatements,
} from "./story-reader.ts";

/** Counts the rows that are read and written through a storage. */
function counting(storage: DurableObjectStorage) {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  return {
    storage: watchStatements(storage, (_, run) => {
      const cursor = run();
      cursors.push(cursor);
      return cursor;
    }),
    /** What `run` costs. */
    async countCosts(run: () => unknown): Promise<{ read: number; written: number }> {
      cursors.length = 0;
      await run();
      return {
        read: cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0),
        written: cursors.reduce((sum, cursor) => sum + cursor.rowsWritten, 0),
      };
    },
  };
}

/** A path of `length` messages. Each of its first messages has `branches` other versions with 50 messages each. */
function seed(storage: DurableObjectStorage, length: number, branches: number): void {
  storage.sql.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO messages (id, parent_id, role, content, status, timestamp, version, depth)
     SELECT printf('m%06d', i), iif(i = 1, NULL, printf('m%06d', i - 1)), iif(i % 2, 'assistant', 'user'),
       'It rained, and the lamp went round.', 'complete', '2026-01-01T00:00:00.000Z', 1, i FROM n`,
    length,
  );
  storage.sql.exec(
    `WITH RECURSIVE b(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM b WHERE i < ?1),
       k(j) AS (SELECT 1 UNION ALL SELECT j + 1 FROM k WHERE j < 50)
     INSERT INTO messages (id, parent_id, role, content, status, timestamp, version, depth)
     SELECT printf('b%04d-%02d', i, j), iif(j = 1, printf('m%06d', i), printf('b%04d-%02d', i, j - 1)), 'assistant',
       'Another rain.', 'complete', '2026-01-01T00:00:00.000Z', iif(j = 1, 2, 1), i + j FROM b, k WHERE ?1 > 0`,
    branches,
  );
  storage.sql.exec(
    "INSERT INTO conversation (id, conversation_id, user_id, head_id) VALUES (1, 'c', 'u', printf('m%06d', ?))",
    length,
  );
}

/** The cost of opening, sending and completing in a story of that size. */
async function costsAt(length: number, branches: number) {
  return inNewObject(async (storage) => {
    seed(storage, length, branches);
    const counted = counting(storage);
    const { db, tree } = openTree(counted.storage);
    const turns = new TurnStore(db, counted.storage);
    const told = { role: "user", content: "I look around", status: "complete" } as const;
    let turn: Turn | null = null;
    return {
      messages: Number(storage.sql.exec("SELECT count(*) AS n FROM messages").one()["n"]),
      open: await counted.countCosts(() => {
        expect(tree.page({ before: null, limit: 50 }).messages).toHaveLength(50);
        tree.head();
        turns.active();
      }),
      earlier: await counted.countCosts(() => tree.page({ before: tree.head()?.id ?? null, limit: 50 })),
      send: await counted.countCosts(() => {
        const request = {
          requestId: createId(),
          kind: "message",
          content: told.content,
        } as const;
        const place = { parentId: tree.head()?.id ?? null, avoidId: null };
        const planned = turns.plan(request, place, {
          userId: "u",
          nextReplyId: createId(),
          headId: place.parentId,
        });
        const row = tree.append({ ...told, parentId: planned.parentId });
        tree.moveHead(row.id);
        turn = turns.accept(planned, { userMessageId: row.id, isStopFree: true });
      }),
      complete: await counted.countCosts(() => {
        if (!turn) throw new Error("A turn must have begun.");
        const reply = {
          id: turn.replyId,
          parentId: turn.parentId,
          content: "Rain.",
          role: "assistant",
        } as const;
        tree.moveHead(tree.append({ ...reply, status: "complete" }).id);
        turns.end(turn.requestId, { state: "complete", errorCode: null });
      }),
      regenerate: await counted.countCosts(() => {
        const head = tree.head();
        tree.moveHead(tree.append({ ...told, role: "assistant", parentId: head?.parentId ?? null }).id);
        if (head) tree.select(head.id);
      }),
    };
  });
}

it("a story of 100,000 messages with 1,000 branches is opened, paged, written to and completed with exactly the rows of one of 100", async () => {
  const { messages: few, ...small } = await costsAt(100, 0);
  const { messages: many, ...large } = await costsAt(50_000, 1_000);
  expect(few).toBe(100);
  expect(many).toBe(100_000);
  expect(large).toEqual(small);
  expect(small.open.read).toBeLessThan(450); // a page of 50, nine rows each
}, 30_000);

/** What it costs to list the paths and the bin, to find the memory after many edits, and to send the index everything. */
async function costsOfPathsAt(length: number) {
  return inNewObject(async (storage) => {
    seed(storage, length, 0);
    const counted = counting(storage);
    const { db, record, tree, memory } = openTree(counted.storage);
    const sideTables = new SideTables(db, tree);
    const written = { role: "assistant", content: "Another end.", status: "complete" } as const;
    const end = tree.require(`m${String(length - 1).padStart(6, "0")}`);
    const removed = tree.append({ ...written, parentId: end.id });
    tree.setRemoved(removed.id, Date.now());
    for (let paths = 0; paths < 20; paths += 1) {
      const { id } = tree.append({ ...written, parentId: end.id });
      sideTables.paths.name(id, "An end");
    }
    tree.moveHead(tree.append({ ...written, parentId: "m000002" }).id);
    const bin = new Bin({ db, tree, transaction: (run) => run(), forget: () => undefined });
    const feed = new SearchFeed({
      ...{ db, record, tree, sideTables },
      kind: { idField: "storyId", memory, hasAccount: () => true },
      findIndex: () => ({ apply: async () => null, summarise: async () => ({ count: 0, sum: 0 }) }),
    });
    memory.save(end, [{ text: "It rained.", layer: 0, fromId: "m000001", toId: "m000002" }], 0);
    const remember = () => memory.findLastOnPath(end);
    expect((await counted.countCosts(remember)).read).toBeLessThan(10);
    storage.sql.exec("UPDATE messages SET edit_number = depth WHERE depth % 4 = 0");
    storage.sql.exec("DELETE FROM outbox");
    const list = () => sideTables.paths.list({ cursor: null, limit: 50 });
    expect(list()).toMatchObject({ count: 22, paths: { length: 22 } });
    expect(bin.list()).toMatchObject([{ messageId: removed.id, length: 1 }]);
    const costs = [
      await counted.countCosts(list),
      await counted.countCosts(() => bin.list()),
      await counted.countCosts(remember),
      await counted.countCosts(() => feed.compare()),
    ];
    return costs.map(({ read }) => read);
  });
}

it("to list paths and the bin, to find the memory, and to send the index everything, costs in proportion to a story's length", async () => {
  const [few, many] = [await costsOfPathsAt(400), await costsOfPathsAt(1_600)];
  for (const [index, read] of many.entries()) expect(read).toBeLessThan(5 * (few[index] ?? 0));
});

it("to find the memory takes no rows of the memories of other paths", () =>
  inNewObject(async (storage) => {
    seed(storage, 60, 0);
    const counted = counting(storage);
    const { tree, memory } = openTree(counted.storage);
    const line = { text: "It rained.", layer: 0, fromId: "m000001", toId: "m000002" };
    const written = { role: "assistant", content: "Another end.", status: "complete" } as const;
    memory.save({ id: "m000050", depth: 50 }, [line]);
    for (let paths = 0; paths < 300; paths += 1) {
      memory.save(tree.append({ ...written, parentId: "m000060" }), [line]);
    }
    const fork = tree.append({ ...written, parentId: "m000060" });
    const end = tree.append({ ...written, parentId: fork.id });
    const find = () => expect(memory.findLastOnPath(end)?.messageId).toBe("m000050");
    expect((await counted.countCosts(find)).read).toBeLessThan(100);
  }));

function listTables(storage: DurableObjectStorage): string[] {
  return storage.sql
    .exec("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .toArray()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith("_") && name !== "applied_migrations");
}

it("the tables of an object stay unchanged if a migration fails", () =>
  inNewObject((storage) => {
    const files = { "./0000.sql": "CREATE TABLE scraps (text TEXT); INSERT INTO nowhere VALUES ('a')" };
    const before = listTables(storage);
    expect(before).toContain("messages");
    expect(() => migrateObject(storage, { part: "scraps", files })).toThrow("no such table: nowhere");
    expect(listTables(storage)).toEqual(before);
  }));

/** A story with a message, deleted in D1 but not in its object, and a reader of it. */
async function aHalfDeletedStory() {
  const { story, reader } = await anOpenStory();
  await reader.exchange("I look around");
  await story.setRow({ deletedAt: new Date().toISOString() });
  return { story, reader };
}

/** A story with a message, deleted in D1 and in its object. */
async function aDeletedStory(): Promise<Story> {
  const { story } = await aHalfDeletedStory();
  await story.stub.close(story.owner);
  return story;
}

/** Moves the deletion into the past. */
function age(story: Story, ms: number): Promise<void> {
  return inStorage(story.stub, (storage) => openTree(storage).record.setClosed(Date.now() - ms));
}

it("a deleted story has an alarm for the day when it goes", async () => {
  const story = await aDeletedStory();
  // After its queued jobs have run without work.
  await eventually(async () => {
    const alarm = await inStorage(story.stub, (storage) => storage.getAlarm());
    expect(Math.abs((alarm ?? 0) - Date.now() - RECENTLY_DELETED_MS)).toBeLessThan(10_000);
  });
});

it("a deleted story keeps its text until the day when it goes", async () => {
  const story = await aDeletedStory();
  await age(story, RECENTLY_DELETED_MS - 60_000);
  await runDurableObjectAlarm(story.stub);
  expect(await messagesOf(story.stub)).toHaveLength(2);
  expect(await story.row()).toBeDefined();
});

it("a deleted story is gone after that day, row and text, and nothing restores it", async () => {
  const story = await aDeletedStory();
  await age(story, RECENTLY_DELETED_MS + 1);
  await runDurableObjectAlarm(story.stub);
  expect(await story.row()).toBeUndefined();
  await inStorage(story.stub, async (storage) => {
    expect((await storage.list()).size).toBe(0);
    expect(await storage.getAlarm()).toBeNull();
  });
  await story.stub.reopen();
  const late = await StoryReader.connect(story);
  late.write("I look around");
  expect(await late.next("stream-error")).toMatchObject({ code: "NOT_FOUND" });
  expect(await messagesOf(story.stub)).toEqual([]);
});

it("a deleted story that was restored without a call to its object is kept and opened again", async () => {
  const story = await aDeletedStory();
  await story.setRow({ deletedAt: null });
  await age(story, RECENTLY_DELETED_MS + 1);
  await runDurableObjectAlarm(story.stub);
  expect(await story.row()).toBeDefined();
  const { reader } = await StoryReader.join(story);
  await reader.exchange("I look on");
  expect(await messagesOf(story.stub)).toHaveLength(4);
});

it("a story whose object was not told of its deletion writes nothing over an open socket and costs nothing", async () => {
  const { story, reader } = await aHalfDeletedStory();
  const { storyId } = story;
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));

  for (const frame of [
    { type: "stream-message", content: "I look around" },
    { type: "stream-message", regenerate: true },
    { type: "stream-continue", prompt: "Bring in the storm" },
  ] as const) {
    reader.send({ ...frame, requestId: createId(), storyId });
    expect(await reader.next("stream-error")).toMatchObject({ code: "NOT_FOUND" });
  }

  expect(await messagesOf(story.stub)).toHaveLength(2);
  await eventually(async () =>
    expect(await ledgerOf(story.userId)).toEqual(["charged", "refunded", "refunded", "refunded"]),
  );
});
