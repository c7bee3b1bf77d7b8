import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { type ObjectDatabase, openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { conversation, knownFacts, outbox } from "#durable-objects/conversation/schema.ts";
import { keepRead } from "#durable-objects/conversation/table-changes.ts";

type World = {
  db: ObjectDatabase;
  storage: DurableObjectStorage;
  find: () => string | null;
  reads: () => number;
};

/** Runs a test on an object's database, with a kept read of its facts. */
async function withKeptFacts(test: (world: World) => void | Promise<void>): Promise<void> {
  const stub = env.STORY.get(env.STORY.idFromName(createId()));
  await runInDurableObject(stub, (_, { storage }) => {
    const { db } = openObjectDatabase(storage);
    let reads = 0;
    const find = keepRead(db.changes, knownFacts, () => {
      reads += 1;
      return db.select().from(knownFacts).get()?.facts ?? null;
    });
    return test({ db, storage, find, reads: () => reads });
  });
}

/** Ends the time in which what was written might still be undone. */
const afterWrites = () => Promise.resolve();

describe("a kept read", () => {
  it("reads once until its table changes", () =>
    withKeptFacts(async ({ db, find, reads }) => {
      expect([find(), find()]).toEqual([null, null]);
      expect(reads()).toBe(1);
      db.insert(outbox).values({ id: 7, topic: "project", dueAt: 1 }).run();
      await afterWrites();
      expect(find()).toBe(null);
      expect(reads()).toBe(1); // another table

      const changes = [
        () => db.insert(knownFacts).values({ id: 1, facts: "a" }).run(),
        () => db.update(knownFacts).set({ facts: "b" }).run(),
        () => db.run(sql`UPDATE known_facts SET facts = 'c'`),
        () => db.update(knownFacts).set({ facts: "d" }).returning().get(),
        () => db.delete(knownFacts).run(),
      ];
      const seen = [];
      for (const change of changes) {
        change();
        await afterWrites();
        seen.push(find(), find());
      }
      expect(seen).toEqual(["a", "a", "b", "b", "c", "c", "d", "d", null, null]);
      expect(reads()).toBe(6);
    }));

  it("knows of what is written through another connection to the same storage", () =>
    withKeptFacts(async ({ storage, find }) => {
      expect(find()).toBe(null);
      openObjectDatabase(storage).db.insert(knownFacts).values({ id: 1, facts: "a" }).run();
      await afterWrites();
      expect(find()).toBe("a");
    }));

  it("sees a write of its own transaction, and forgets it if that transaction fails", () =>
    withKeptFacts(async ({ db, storage, find }) => {
      expect(find()).toBe(null);
      expect(() =>
        storage.transactionSync(() => {
          db.insert(knownFacts).values({ id: 1, facts: "a" }).run();
          expect(find()).toBe("a");
          throw new Error("The transaction fails.");
        }),
      ).toThrow("The transaction fails.");
      expect(find()).toBe(null);
      await afterWrites();
      expect(find()).toBe(null);
    }));

  it("of another table is not affected by what may still be undone", () =>
    withKeptFacts(async ({ db, find, reads }) => {
      find();
      db.update(conversation).set({ exchangeCount: 3 }).run();
      find();
      expect(reads()).toBe(1);
    }));
});
