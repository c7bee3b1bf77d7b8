import { expect, it, vi } from "vitest";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { type Deliver, Outbox } from "#durable-objects/conversation/outbox.ts";
import { DELIVERY_TOPICS } from "#durable-objects/conversation/schema.ts";
import { inNewObject } from "./story-reader.ts";

const BATCH_SIZE = 10;

/** Runs a test on an outbox in the storage of a new object, with a clock that only the test advances. */
function withOutbox(
  deliver: Deliver,
  test: (outbox: Outbox, clock: { now: number }) => Promise<void>,
): Promise<void> {
  return inNewObject((storage) => {
    const clock = { now: 1_000_000 };
    const now = vi.spyOn(Date, "now").mockImplementation(() => clock.now);
    const { db } = openObjectDatabase(storage);
    const outbox = new Outbox({ db, topics: DELIVERY_TOPICS, deliver, batchSize: BATCH_SIZE });
    return test(outbox, clock).finally(() => now.mockRestore());
  });
}

it("the outbox delivers its rows together, once", async () => {
  const delivered: string[][] = [];
  await withOutbox(
    async (rows) => void delivered.push(rows.map(({ topic, replyId }) => `${topic}:${replyId}`).toSorted()),
    async (outbox) => {
      outbox.add("charge", "a");
      outbox.addProjection();
      outbox.addProjection();
      outbox.add("refund", "b");
      await Promise.all([outbox.deliverDue(), outbox.deliverDue()]);
      await outbox.deliverDue();
      expect(delivered).toEqual([["charge:a", "project:null", "refund:b"]]);
      expect(outbox.nextDue()).toBeNull();
    },
  );
});

it("the outbox delivers many rows in batches, in the order in which they were queued", async () => {
  const delivered: (string | null)[][] = [];
  await withOutbox(
    async (rows) => void delivered.push(rows.map(({ replyId }) => replyId)),
    async (outbox) => {
      const replyIds = Array.from({ length: BATCH_SIZE + 2 }, (_, index) => `reply ${index}`);
      for (const replyId of replyIds) outbox.add("charge", replyId);
      await outbox.deliverDue();
      expect(delivered).toEqual([replyIds.slice(0, BATCH_SIZE), replyIds.slice(BATCH_SIZE)]);
    },
  );
});

it("the outbox tries a failed delivery again, later each time, without holding up the others", async () => {
  let failing = true;
  const delivered: string[] = [];
  await withOutbox(
    async (rows) => {
      const topics = rows.map(({ topic }) => topic);
      if (failing && topics.includes("charge")) throw new Error("D1 is away");
      delivered.push(...topics);
    },
    async (outbox, clock) => {
      outbox.add("charge", "a");
      outbox.add("refund", "b");
      await outbox.deliverDue();
      expect(delivered).toEqual(["refund"]);
      expect(outbox.nextDue()).toBe(clock.now + 1_000);
      clock.now += 1_000;
      await outbox.deliverDue();
      expect(outbox.nextDue()).toBe(clock.now + 2_000);
      failing = false;
      clock.now += 2_000;
      await outbox.deliverDue();
      expect(delivered).toEqual(["refund", "charge"]);
      expect(outbox.nextDue()).toBeNull();
    },
  );
});

it("the outbox projects again if something changed during the delivery of a projection", async () => {
  let count = 0;
  let during: () => void = () => undefined;
  await withOutbox(
    async () => {
      count += 1;
      if (count === 1) during();
    },
    async (outbox) => {
      during = () => outbox.addProjection();
      outbox.addProjection();
      await outbox.deliverDue();
      expect(count).toBe(2);
      expect(outbox.nextDue()).toBeNull();
    },
  );
});

it("the outbox makes due what waits, but not what has failed", async () => {
  const delivered: (string | null)[] = [];
  await withOutbox(
    async (rows) => {
      if (rows.some(({ replyId }) => replyId === "a")) throw new Error("D1 is away.");
      delivered.push(...rows.map(({ replyId }) => replyId));
    },
    async (outbox, clock) => {
      outbox.add("charge", "a");
      await outbox.deliverDue();
      outbox.add("refund", "b", 9_000);
      const retryAt = clock.now + 1_000;
      clock.now += 500;
      outbox.makeDue();
      expect(outbox.nextDue()).toBe(clock.now);
      await outbox.deliverDue();
      expect(delivered).toEqual(["b"]);
      expect(outbox.nextDue()).toBe(retryAt);
    },
  );
});

it("the outbox delivers what is queued once, and again if it is queued during its delivery", async () => {
  const delivered: number[] = [];
  let onDelivery: () => void = () => undefined;
  await withOutbox(
    async (rows) => {
      delivered.push(rows.length);
      onDelivery();
    },
    async (outbox, clock) => {
      for (let change = 0; change < 3; change += 1) outbox.addOnce("charge", "a", 1_000);
      clock.now += 1_000;
      onDelivery = () => {
        onDelivery = () => undefined;
        outbox.addOnce("charge", "a", 1_000);
      };
      await outbox.deliverDue();
      expect(delivered).toEqual([1]);
      clock.now += 1_000;
      await outbox.deliverDue();
      expect(delivered).toEqual([1, 1]);
      expect(outbox.nextDue()).toBeNull();
    },
  );
});
