import { runInDurableObject } from "cloudflare:test";
import { eq, ne } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { messages } from "#durable-objects/conversation/schema.ts";
import { LINES, writeMessages } from "../workers/helpers/shares.ts";
import { aStory, messagesOf, type Story, StoryReader } from "./story-reader.ts";

const [OPENING, LINE, REPLY] = LINES as [string, string, string];

/** A story with three messages, and their ids. */
async function aWrittenStory(lines: readonly string[] = LINES) {
  const story = await aStory();
  await writeMessages(story, lines);
  const page = await story.stub.messages({ before: null, limit: 200 });
  const ids = page?.messages.map(({ messageId }) => messageId) ?? [];
  return { story, ids };
}

type Input = { path?: string | null; grows?: boolean; known?: readonly string[] };

async function share(story: Story, input: Input = {}, shareId = createId()): Promise<string> {
  const outcome = await story.stub.share(story.owner, shareId, {
    path: null,
    grows: false,
    known: [],
    ...input,
  });
  expect(outcome).toMatchObject({ ok: true });
  return shareId;
}

async function readTexts(story: Story, shareId: string): Promise<string[] | null> {
  const page = await story.stub.readShared(shareId, { first: 1 });
  return page?.messages.map(({ content }) => content) ?? null;
}

/** Stops the object; the next call starts it anew. */
async function restart(story: Story): Promise<void> {
  await runInDurableObject(story.stub, (_, state) => state.abort()).catch(() => undefined);
}

it("a copy whose request crashed before anybody had its address goes with the next one, but not within its first minute", async () => {
  const { story } = await aWrittenStory();
  const [crashed, kept] = await Promise.all(
    [1, 2].map(() => share(story, {}, uuidv7({ msecs: Date.now() - 61_000 }))),
  );
  const young = await share(story, { known: [crashed ?? "", kept ?? ""] });
  await share(story, { known: [kept ?? ""] });
  expect(await readTexts(story, crashed ?? "")).toBeNull();
  expect(await readTexts(story, kept ?? "")).toHaveLength(3);
  expect(await readTexts(story, young)).toHaveLength(3);
});

it("a copy that does not grow shows the path as it stood, whatever is edited, written or removed later", async () => {
  const { story, ids } = await aWrittenStory();
  const shareId = await share(story);
  const [openingId = "", , replyId = ""] = ids;

  await story.change("edit", openingId, { content: "The radio was silent.", revision: 1 });
  await story.change("edit", openingId, { content: "There was no radio.", revision: 2 });
  await story.change("addVersion", replyId, { content: "Nobody answered." });
  await story.change("removeFrom", replyId);
  await restart(story);

  expect(await readTexts(story, shareId)).toEqual([OPENING, LINE, REPLY]);
});

it("a copy keeps the text that was shown when it was shared, not the first one", async () => {
  const { story, ids } = await aWrittenStory();
  const [openingId = ""] = ids;
  await story.change("edit", openingId, { content: "The radio was silent.", revision: 1 });
  const shareId = await share(story);
  await story.change("edit", openingId, { content: "There was no radio.", revision: 2 });

  expect(await readTexts(story, shareId)).toEqual(["The radio was silent.", LINE, REPLY]);
  expect(await readTexts(story, await share(story))).toEqual(["There was no radio.", LINE, REPLY]);
});

it("a copy ends before a removed part once that is deleted for good", async () => {
  const { story, ids } = await aWrittenStory();
  const shareId = await share(story);
  await story.change("removeFrom", ids[1] ?? "");
  await runInDurableObject(story.stub, async (object, state) => {
    const removedAt = Date.now() - RECENTLY_DELETED_MS - 1;
    const { db } = openObjectDatabase(state.storage);
    db.update(messages)
      .set({ removedAt })
      .where(eq(messages.id, ids[1] ?? ""))
      .run();
    await object.alarm();
  });
  expect(await readTexts(story, shareId)).toEqual([OPENING]);
});

it("a copy is of the path that was asked for, up to its last passage", async () => {
  const { story, ids } = await aWrittenStory();
  expect(await readTexts(story, await share(story, { path: ids[0] ?? null }))).toEqual([OPENING]);
  expect(await readTexts(story, await share(story, { path: ids[1] ?? null }))).toEqual([OPENING]);
  // Other programs have lines of a person that follow each other.
  await runInDurableObject(story.stub, (_, state) => {
    openObjectDatabase(state.storage)
      .db.update(messages)
      .set({ role: "user" })
      .where(ne(messages.depth, 1))
      .run();
  });
  expect(await readTexts(story, await share(story))).toEqual([OPENING]);
});

it("a copy has no message of another path, and none of another copy's end", async () => {
  const { story, ids } = await aWrittenStory();
  const first = await share(story);
  await story.change("addVersion", ids[2] ?? "", { content: "Nobody answered." });
  const second = await share(story);

  expect(await readTexts(story, first)).toEqual([OPENING, LINE, REPLY]);
  expect(await readTexts(story, second)).toEqual([OPENING, LINE, "Nobody answered."]);
});

it("a copy is gone when it is not shared any more, and when it never was", async () => {
  const { story } = await aWrittenStory();
  const shareId = await share(story);
  await story.stub.endShare(shareId);

  expect(await story.stub.readShared(shareId, { first: 1 })).toBeNull();
  expect(await story.stub.readShared("another", { first: 1 })).toBeNull();
  expect(await story.stub.listShared()).toEqual([]);
});

it("a copy is read in pages, from any message on", async () => {
  const lines = Array.from({ length: 95 }, (_, index) => `Message ${index + 1}`);
  const { story } = await aWrittenStory(lines);
  const shareId = await share(story);

  const page = await story.stub.readShared(shareId, { first: 81 });
  expect(page?.count).toBe(95);
  expect(page?.messages.map(({ content }) => content)).toEqual(lines.slice(80));
  expect(page?.messages[0]).toEqual({ number: 81, role: "assistant", content: "Message 81" });
  expect((await story.stub.readShared(shareId, { first: 1, limit: 10_000 }))?.messages).toHaveLength(95);
});

it("a copy can't be made of a story that has not begun, or is deleted", async () => {
  const story = await aStory();
  const { owner } = story;
  const path = { path: null, grows: false, known: [] };
  expect(await story.stub.share(owner, "one", path)).toMatchObject({ ok: false, code: "NOT_BEGUN" });
  await writeMessages(story, LINES);
  expect(await story.stub.share(owner, "one", { ...path, path: "nowhere" })).toMatchObject({
    code: "NOT_FOUND",
  });
  const shareId = await share(story);
  await story.stub.close(owner);
  expect(await story.stub.share(owner, "two", path)).toMatchObject({ ok: false, code: "NOT_FOUND" });
  expect(await story.stub.readShared(shareId, { first: 1 })).toBeNull();
  await story.stub.reopen();
  expect(await readTexts(story, shareId)).toEqual(LINES);
});

it("a copy that grows shows a passage once its author has gone on from it, by a message and by a continue", async () => {
  const { story } = await aWrittenStory();
  const shareId = await share(story, { grows: true });
  const { reader } = await StoryReader.join(story);

  await reader.exchange("I turn the dial");
  expect(await readTexts(story, shareId)).toEqual(LINES); // the new reply may still be written anew
  reader.send({ type: "stream-continue", requestId: createId(), storyId: story.storyId });
  await reader.nextEnd();
  const texts = await readTexts(story, shareId);
  expect(texts).toHaveLength(5);
  expect(texts?.slice(0, 4)).toEqual([...LINES, "I turn the dial"]);
  await restart(story);
  expect(await readTexts(story, shareId)).toEqual(texts);
});

it("a copy that grows does not follow its author onto another path", async () => {
  const { story, ids } = await aWrittenStory();
  const shareId = await share(story, { grows: true });
  await story.change("continueFrom", ids[0] ?? "");
  const { reader } = await StoryReader.join(story);
  await reader.exchange("I leave the tower");
  await reader.exchange("I run");

  expect(await readTexts(story, shareId)).toEqual(LINES);
});

it.each([
  ["a passage and what led to it", 1],
  ["a passage alone", 2],
])("a copy that grows goes on with what its author writes in place of %s", async (_, removed) => {
  const { story, ids } = await aWrittenStory();
  const shareId = await share(story, { grows: true });
  await story.change("removeFrom", ids[removed] ?? "");
  const { reader } = await StoryReader.join(story);
  if (removed === 1) reader.write("I leave the tower");
  else reader.send({ type: "stream-continue", requestId: createId(), storyId: story.storyId });
  const { messageId } = await reader.next("stream-complete");
  await reader.exchange("I run");
  const { messages: path } = (await story.stub.messages({ before: null, limit: 200 })) ?? { messages: [] };
  const at = path.findIndex((message) => message.messageId === messageId);
  expect(await readTexts(story, shareId)).toEqual(path.slice(0, at + 1).map(({ content }) => content));
});

it("a copy that grows shows what its author has edited and not what was removed", async () => {
  const { story, ids } = await aWrittenStory();
  const shareId = await share(story, { grows: true });
  await story.change("edit", ids[0] ?? "", { content: "There was no radio.", revision: 1 });
  expect(await readTexts(story, shareId)).toEqual(["There was no radio.", LINE, REPLY]);

  await story.change("removeFrom", ids[1] ?? "");
  expect(await readTexts(story, shareId)).toEqual(["There was no radio."]);
  await story.change("restorePart", ids[1] ?? "");
  expect(await readTexts(story, shareId)).toHaveLength(3);
});

it.each(["the model", "a hand"])(
  "a copy that grows goes on with another version of the passage at its end, written by %s",
  async (writer) => {
    const { story, ids } = await aWrittenStory();
    const shareId = await share(story, { grows: true });
    const { reader } = await StoryReader.join(story);
    if (writer === "the model") {
      reader.send({
        type: "stream-message",
        regenerate: true,
        wish: "",
        requestId: createId(),
        storyId: story.storyId,
      });
      await reader.next("stream-complete");
    } else {
      const content = "The radio was dead.";
      await story.change("addVersion", ids[2] ?? "", { content, newMessageId: createId() });
    }
    await reader.exchange("I turn the dial");
    await reader.exchange("I run");
    const path = await messagesOf(story.stub);
    expect(await readTexts(story, shareId)).toEqual(path.slice(0, 5).map(({ content }) => content));
  },
);
