import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { MessageTree } from "#durable-objects/conversation/message-tree.ts";
import { ConversationRecord } from "#durable-objects/conversation/record.ts";
import { type Turn, TurnLog } from "#durable-objects/conversation/turn-log.ts";

/** Counts the statements that are run through a storage, and the rows that they read and write. */
function counting(storage: DurableObjectStorage) {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const sql = new Proxy(storage.sql, {
    get(target, property) {
      if (property !== "exec") return Reflect.get(target, property);
      return (...args: Parameters<SqlStorage["exec"]>) => {
        const cursor = target.exec(...args);
        cursors.push(cursor);
        return cursor;
      };
    },
  });
  return {
    storage: new Proxy(storage, {
      get: (target, property) => (property === "sql" ? sql : Reflect.get(target, property)),
    }),
    /** What `run` costs. */
    countCosts(run: () => void): { statements: number; read: number; written: number } {
      cursors.length = 0;
      run();
      return {
        statements: cursors.length,
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
  const stub = env.STORY.get(env.STORY.idFromName(createId()));
  return runInDurableObject(stub, (_, state) => {
    seed(state.storage, length, branches);
    const counted = counting(state.storage);
    const { db } = openObjectDatabase(counted.storage);
    const tree = new MessageTree(db, new ConversationRecord(db), Date.now);
    const turns = new TurnLog(db, counted.storage, Date.now);
    const told = { role: "user", content: "I look around", status: "complete" } as const;
    let turn: Turn | null = null;
    return {
      messages: Number(state.storage.sql.exec("SELECT count(*) AS n FROM messages").one()["n"]),
      open: counted.countCosts(() => {
        expect(tree.page({ before: null, limit: 50 }).messages).toHaveLength(50);
        tree.head();
        turns.active();
      }),
      earlier: counted.countCosts(() => tree.page({ before: tree.head()?.id ?? null, limit: 50 })),
      send: counted.countCosts(() => {
        const request = {
          requestId: createId(),
          kind: "message",
          userId: "u",
          content: told.content,
        } as const;
        const place = { parentId: tree.head()?.id ?? null, avoidId: null };
        const planned = turns.plan(request, place, { nextReplyId: createId(), headId: place.parentId });
        const row = tree.append({ ...told, parentId: planned.parentId });
        tree.moveHead(row.id);
        turn = turns.accept(planned, { userMessageId: row.id, isStopFree: true });
      }),
      complete: counted.countCosts(() => {
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
      regenerate: counted.countCosts(() => {
        const head = tree.head();
        tree.moveHead(tree.append({ ...told, role: "assistant", parentId: head?.parentId ?? null }).id);
        if (head) tree.select(head.id);
      }),
    };
  });
}

describe("a story of 100,000 messages with 1,000 branches", () => {
  it("is opened, paged, written to and completed with exactly the rows of one of 100", async () => {
    const { messages: few, ...small } = await costsAt(100, 0);
    const { messages: many, ...large } = await costsAt(50_000, 1_000);
    expect(few).toBe(100);
    expect(many).toBe(100_000);
    expect(large).toEqual(small);
    expect(small.open.read).toBeLessThan(450); // a page of 50, nine rows each
  }, 30_000);
});

it("a page takes as many statements where each message has several versions as where none has", async () => {
  const { open: plain } = await costsAt(100, 0);
  const { open: branched } = await costsAt(100, 100);
  expect(branched.statements).toBe(plain.statements);
});
