import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { PLAN_LIMITS, toMonth } from "#domain/plan.ts";
import { FREE_STOPS } from "#domain/rate-limits.ts";
import {
  countSparksUsed,
  findReplyReservation,
  refundFreeStop,
  reserveSparks,
  settleSparks,
} from "#workers/billing/spark-store.ts";
import { sparkLedger } from "#workers/db/schema/index.ts";
import { db } from "../workers/helpers/databases.ts";
import {
  anOpenStory,
  aStory,
  eventually,
  inStorage,
  ledgerOf,
  messagesOf,
  StoryReader,
} from "./story-reader.ts";

const now = new Date();

function reservation(userId: string, sparks: number) {
  return { turnKey: createId(), userId, purpose: "story-passage", sparks } as const;
}

it("Sparks of one turn are reserved once and settled once", async () => {
  const { userId, db } = await aStory();
  const turn = reservation(userId, 1);
  await Promise.all([reserveSparks(db, turn, now), reserveSparks(db, turn, now)]);
  await settleSparks(db, userId, turn.turnKey, true, now);
  await settleSparks(db, userId, turn.turnKey, false, now);
  expect(await ledgerOf(userId)).toEqual(["charged"]);
  expect(await countSparksUsed(db, userId, toMonth(now))).toBe(1);
});

it("Sparks that a crash left reserved are those of the same turn later, also where they are the last", async () => {
  const { userId, db } = await aStory({ tier: "free" });
  const all = reservation(userId, PLAN_LIMITS.free.sparksPerMonth);
  const later = new Date(now.getTime() + 1_000);
  await reserveSparks(db, all, now);
  await reserveSparks(db, all, later);
  expect(await countSparksUsed(db, userId, toMonth(now))).toBe(PLAN_LIMITS.free.sparksPerMonth);
  const rows = await db.select().from(sparkLedger).where(eq(sparkLedger.userId, userId));
  // The time of the second: the nightly sweep refunds old ones.
  expect(rows).toMatchObject([{ state: "reserved", reservedAt: later.toISOString() }]);
});

it("Sparks that were refunded can be spent again, and a new month begins at nothing", async () => {
  const { userId, db } = await aStory({ tier: "free" });
  const all = reservation(userId, PLAN_LIMITS.free.sparksPerMonth);
  await reserveSparks(db, all, now);
  await settleSparks(db, userId, all.turnKey, false, now);
  expect(await countSparksUsed(db, userId, toMonth(now))).toBe(0);
  await reserveSparks(db, reservation(userId, PLAN_LIMITS.free.sparksPerMonth), now);
  expect(await countSparksUsed(db, userId, toMonth(now))).toBe(PLAN_LIMITS.free.sparksPerMonth);
  expect(await countSparksUsed(db, userId, "1999-01")).toBe(0);
});

it("Sparks of somebody else cannot be settled", async () => {
  const { userId, db } = await aStory();
  const turn = reservation(userId, 1);
  await reserveSparks(db, turn, now);
  await settleSparks(db, "somebody|else", turn.turnKey, false, now);
  expect(await ledgerOf(userId)).toEqual(["reserved"]);
});

const readReply = async ({ userId, turnKey }: { userId: string; turnKey: string }) => {
  const [row] = await findReplyReservation(db, userId, turnKey, now);
  return row;
};

it("free stops are never more than the limit, however many replies are written at once", async () => {
  const { userId } = await aStory();
  const replies = Array.from({ length: FREE_STOPS.limit + 3 }, () => reservation(userId, 1));
  const results = await Promise.all(
    replies.map((reply) => {
      return db.batch([reserveSparks(db, reply, now), findReplyReservation(db, userId, reply.turnKey, now)]);
    }),
  );
  const isFree = results.map(([, rows]) => rows[0]?.isStopFree);
  expect(isFree.filter((free) => free)).toHaveLength(FREE_STOPS.limit);
  expect(isFree.filter((free) => free === false)).toHaveLength(3);
});

it("free stops count refunds for a stop of the last hour alone: not failures, charged replies or anything but replies", async () => {
  const { userId, db } = await aStory();
  for (const charge of [true, false]) {
    for (let count = 0; count < FREE_STOPS.limit; count += 1) {
      const ended = reservation(userId, 1);
      await reserveSparks(db, ended, now);
      await settleSparks(db, userId, ended.turnKey, charge, now);
      await reserveSparks(db, { ...reservation(userId, 1), purpose: "image" }, now);
    }
  }
  const reply = reservation(userId, 1);
  await reserveSparks(db, reply, now);
  const hourAgo = new Date(now.getTime() - (FREE_STOPS.windowS + 1) * 1000);
  for (let count = 0; count < FREE_STOPS.limit; count += 1) {
    expect(await readReply(reply)).toMatchObject({ isStopFree: true });
    for (const at of [hourAgo, now]) {
      const stopped = reservation(userId, 1);
      await reserveSparks(db, stopped, at);
      await refundFreeStop(db, userId, stopped.turnKey, at);
      await refundFreeStop(db, userId, stopped.turnKey, at);
    }
  }
  expect(await readReply(reply)).toMatchObject({ state: "reserved", sparks: 1, isStopFree: false });
});

it("a turn without Sparks left is refused with its sentence, in every tab once: that of the request may have been replaced", async () => {
  const story = await aStory({ tier: "free" });
  await reserveSparks(story.db, reservation(story.userId, PLAN_LIMITS.free.sparksPerMonth), now);
  const { reader } = await StoryReader.join(story);
  const { reader: successor } = await StoryReader.join(story);
  const requestId = reader.write("I look around");
  const refusal = await reader.next("stream-error");
  expect(await successor.next("stream-error")).toEqual(refusal);
  expect(refusal).toMatchObject({
    requestId,
    code: "MONTHLY_LIMIT_EXCEEDED",
    status: 402,
    message: "You have used all your messages for this month. Please upgrade your plan to continue creating.",
    restoredText: "I look around",
  });
  expect(await messagesOf(story.stub)).toEqual([]);
  expect(await ledgerOf(story.userId)).toEqual(["reserved"]);
  expect(reader.events.filter(({ type }) => type === "stream-error")).toHaveLength(1);
});

it("a free story ends at its number of exchanges, costs nothing for it, and still lets a reply be written again", async () => {
  const { story, reader } = await anOpenStory({ tier: "free" });
  await reader.exchange("I look around");
  await inStorage(story.stub, ({ sql }) => {
    sql.exec("UPDATE conversation SET exchange_count = ?", PLAN_LIMITS.free.exchangesPerStory);
  });
  reader.write("I go on");
  expect(await reader.next("stream-error")).toMatchObject({
    code: "STORY_LENGTH_EXCEEDED",
    status: 402,
    restoredText: "I go on",
  });
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", "refunded"]));
  expect((await reader.regenerate()).message.versions).toMatchObject({ index: 2, count: 2 });
});
