import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { aStory, eventually, fillConversation, messagesOf, StoryReader } from "./story-reader.ts";

const PAGE = 50;

/** A story with that many messages, and a reader of it. */
async function aReadStory(count: number) {
  const story = await aStory();
  const { reader } = await StoryReader.join(story);
  await fillConversation(story.stub, count, []);
  await evictDurableObject(story.stub);
  const { reader: again } = await StoryReader.join(story);
  reader.close();
  const open = () => story.stub.openPage(story.userId, PAGE);
  const leave = (messageId: string, offset = 0) =>
    again.send({ type: "keep-place", storyId: story.storyId, messageId, offset, at: 1_700_000_000_000 });
  return { story, open, leave };
}

describe("the place where a person reads", () => {
  it("is kept, survives an eviction, and is on the page with which the story opens", async () => {
    const { story, open, leave } = await aReadStory(120);
    expect(await open()).toMatchObject({ before: "m71", place: null });
    leave("m30", 5);
    leave("m31", 17);
    await eventually(async () =>
      expect((await open()).place).toEqual({ messageId: "m31", offset: 17, at: 1_700_000_000_000 }),
    );
    await evictDurableObject(story.stub);
    const { messages, place } = await open();
    expect(place?.messageId).toBe("m31");
    expect(messages[4]?.messageId).toBe("m31");
    // The messages that the API gives are the latest, whatever the place is.
    expect(await messagesOf(story.stub, PAGE)).toHaveLength(PAGE);
    expect((await story.stub.openPage("somebody else", PAGE)).place).toBeNull();
    expect(await story.stub.exportStart(story.userId)).toMatchObject({
      value: { head: { readingPlace: place } },
    });
  });

  it("is left out if there is no such message, if it is on another path, or too far from the end", async () => {
    const { story, open, leave } = await aReadStory(1_200);
    leave("m1190");
    await eventually(async () => expect((await open()).place?.messageId).toBe("m1190"));
    leave("missing");
    leave("m1195");
    await eventually(async () => expect((await open()).place?.messageId).toBe("m1195"));
    leave("m900");
    await eventually(async () => expect((await open()).place?.messageId).toBe("m900"));
    // 300 messages from the end: the rest is loaded by the page.
    expect((await open()).messages).toHaveLength(200);
    leave("m100");
    await eventually(async () => expect((await open()).place).toBeNull());
    expect((await open()).messages).toHaveLength(PAGE);
    leave("m1190");
    await eventually(async () => expect((await open()).place?.messageId).toBe("m1190"));
    await runInDurableObject(story.stub, (_, { storage }) => {
      storage.sql.exec("UPDATE conversation SET head_id = 'm1180'");
    });
    await evictDurableObject(story.stub);
    expect((await open()).place).toBeNull();
  });
});
