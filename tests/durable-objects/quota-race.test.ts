import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import type { ErrorCode } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { PLAN_LIMITS, toMonth } from "#domain/plan.ts";
import { D1_NEAR_MS } from "#durable-objects/conversation/turn.ts";
import { whileObjectCalls } from "#tests/workers/helpers/object-calls.ts";
import { countSparksUsed } from "#workers/billing/store.ts";
import { sparkLedger, stories } from "#workers/db/schema/index.ts";
import { replyScript } from "../fakes/reply-script.ts";
import { aStory, eventually, ledgerOf, modelRequests, StoryReader, toStoryRow } from "./story-reader.ts";

const CONVERSATIONS = 20;
const SENDS_EACH = 10;
const SPARKS_LEFT = 20;
/** Until each call that an object makes is sent: so far that a turn that may have a speculative call has one. */
const DISTANCE_MS = 5 * D1_NEAR_MS;

type Outcome = "written" | ErrorCode;

/** Sends one message, again whenever another one of its story is being written, until it is written or refused. */
async function send(reader: StoryReader, content: string): Promise<Outcome> {
  const requestId = createId();
  reader.write(content, requestId);
  for (;;) {
    const end = await reader.nextEnd();
    if (end.requestId !== requestId) continue;
    if (end.type === "stream-complete") return "written";
    if (end.code !== "STREAM_IN_PROGRESS") return end.code;
    await reader.nextEnd(); // of the one that is being written
    reader.write(content, requestId);
  }
}

it("200 sends at once in 20 stories of a person with 20 Sparks are 20 texts and 20 charges", async () => {
  const { userId, db } = await aStory({ tier: "premium" });
  const rows = Array.from({ length: CONVERSATIONS }, () => toStoryRow(userId));
  for (const row of rows) await db.insert(stories).values(row);
  const conversations = rows.map(({ id }) => ({
    stub: env.STORY.get(env.STORY.idFromName(id)),
    storyId: id,
    userId,
  }));
  // One reply in each, so that every story knows that there are enough Sparks: each may call the model before it is paid for.
  for (const conversation of conversations) {
    const { reader } = await StoryReader.join(conversation);
    expect(await send(reader, replyScript({ pieces: 1 }))).toBe("written");
    reader.close();
  }
  await eventually(async () => {
    const states = await ledgerOf(userId);
    expect(states.filter((state) => state === "charged")).toHaveLength(CONVERSATIONS);
  });
  const at = new Date().toISOString();
  const allowance = PLAN_LIMITS.premium.sparksPerMonth;
  await db.insert(sparkLedger).values({
    turnKey: createId(),
    userId,
    month: toMonth(new Date()),
    purpose: "image",
    sparks: allowance - CONVERSATIONS - SPARKS_LEFT,
    state: "charged",
    reservedAt: at,
    settledAt: at,
  });

  const sends = conversations.flatMap((conversation) =>
    Array.from({ length: SENDS_EACH }, () => ({ conversation, scriptId: createId() })),
  );
  const readers = await Promise.all(
    sends.map(async ({ conversation }) => (await StoryReader.join(conversation)).reader),
  );
  const lines = vi.spyOn(console, "log");
  onTestFinished(() => lines.mockRestore());
  const outcomes = await whileObjectCalls(
    async (_, call) => {
      await scheduler.wait(DISTANCE_MS);
      return call();
    },
    () =>
      Promise.all(
        readers.map((reader, index) => send(reader, replyScript({ id: sends[index]?.scriptId, pieces: 1 }))),
      ),
  );

  expect(outcomes.filter((outcome) => outcome === "written")).toHaveLength(SPARKS_LEFT);
  const refusals = outcomes.filter((outcome) => outcome !== "written");
  expect(new Set(refusals)).toEqual(new Set(["MONTHLY_LIMIT_EXCEEDED"]));
  const isText = and(eq(sparkLedger.userId, userId), eq(sparkLedger.purpose, "story-passage"));
  await eventually(async () => {
    const texts = await db.select().from(sparkLedger).where(isText);
    expect(texts.filter(({ state }) => state === "charged")).toHaveLength(CONVERSATIONS + SPARKS_LEFT);
    expect(texts.filter(({ state }) => state === "reserved")).toEqual([]);
  });
  expect(await countSparksUsed(db, userId, toMonth(new Date()))).toBe(allowance);

  // The model was asked once for each text, and at most once more in each story: a call for a turn that was refused.
  const requests = await Promise.all(sends.map(({ scriptId }) => modelRequests(scriptId)));
  const lost = requests.filter((of, index) => outcomes[index] !== "written" && of.length > 0);
  expect(lost.length).toBeGreaterThan(0);
  expect(lost.length).toBeLessThanOrEqual(CONVERSATIONS);
  const counted = lines.mock.calls.filter(([line]) => String(line).includes('"event":"turn.call-wasted"'));
  expect(counted).toHaveLength(lost.length);
  for (const [index, of] of requests.entries()) {
    expect(of.length).toBeLessThanOrEqual(1);
    if (outcomes[index] === "written") expect(of).toHaveLength(1);
  }
  for (const conversation of conversations) {
    const { messages = [] } = (await conversation.stub.messages({ before: null, limit: 50 })) ?? {};
    expect(messages.length % 2).toBe(0);
  }
}, 60_000);
