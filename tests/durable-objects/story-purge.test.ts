import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { RECENTLY_DELETED_MS } from "#domain/deletion.ts";
import { createId } from "#domain/ids.ts";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { conversation } from "#durable-objects/conversation/schema.ts";
import { stories } from "#workers/db/schema/index.ts";
import { anOpenStory, eventually, ledgerOf, messagesOf, type Story, StoryReader } from "./story-reader.ts";

/** A story with a message, deleted in D1 but not in its object, and a reader of it. */
async function aHalfDeletedStory() {
  const { story, reader } = await anOpenStory();
  reader.write("I look around");
  await reader.next("stream-complete");
  await story.db
    .update(stories)
    .set({ deletedAt: new Date().toISOString() })
    .where(eq(stories.id, story.storyId));
  return { story, reader };
}

/** A story with a message, deleted in D1 and in its object. */
async function aDeletedStory(): Promise<Story> {
  const { story } = await aHalfDeletedStory();
  await story.stub.close({ conversationId: story.storyId, userId: story.userId });
  return story;
}

/** Moves the deletion into the past. */
async function age(story: Story, ms: number): Promise<void> {
  await runInDurableObject(story.stub, (_, state) => {
    openObjectDatabase(state.storage)
      .db.update(conversation)
      .set({ closedAt: Date.now() - ms })
      .run();
  });
}

function rowsOf(story: Story) {
  return story.db.select().from(stories).where(eq(stories.id, story.storyId));
}

describe("a deleted story", () => {
  it("has an alarm for the day when it goes", async () => {
    const story = await aDeletedStory();
    // After its queued jobs have run without work.
    await eventually(async () => {
      const alarm = await runInDurableObject(story.stub, (_, state) => state.storage.getAlarm());
      expect(Math.abs((alarm ?? 0) - Date.now() - RECENTLY_DELETED_MS)).toBeLessThan(10_000);
    });
  });

  it("keeps its text until then", async () => {
    const story = await aDeletedStory();
    await age(story, RECENTLY_DELETED_MS - 60_000);
    await runDurableObjectAlarm(story.stub);
    expect(await messagesOf(story.stub)).toHaveLength(2);
    expect(await rowsOf(story)).toHaveLength(1);
  });

  it("is then deleted, row and text, and nothing restores it", async () => {
    const story = await aDeletedStory();
    await age(story, RECENTLY_DELETED_MS + 1);
    await runDurableObjectAlarm(story.stub);
    expect(await rowsOf(story)).toEqual([]);
    const left = await runInDurableObject(story.stub, async (_, state) => ({
      keys: (await state.storage.list()).size,
      alarm: await state.storage.getAlarm(),
    }));
    expect(left.keys).toBe(0);
    expect(left.alarm).toBeNull();
    await story.stub.reopen();
    const late = await StoryReader.connect(story);
    late.write("I look around");
    expect(await late.next("stream-error")).toMatchObject({ code: "NOT_FOUND" });
    expect(await messagesOf(story.stub)).toEqual([]);
  });

  it("that was restored without a call to its object is kept and opened again", async () => {
    const story = await aDeletedStory();
    await story.db.update(stories).set({ deletedAt: null }).where(eq(stories.id, story.storyId));
    await age(story, RECENTLY_DELETED_MS + 1);
    await runDurableObjectAlarm(story.stub);
    expect(await rowsOf(story)).toHaveLength(1);
    const { reader } = await StoryReader.join(story);
    reader.write("I look on");
    await reader.next("stream-complete");
    expect(await messagesOf(story.stub)).toHaveLength(4);
  });
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
    expect((await ledgerOf(story.userId)).sort()).toEqual(["charged", "refunded", "refunded", "refunded"]),
  );
});
