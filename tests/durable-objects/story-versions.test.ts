import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import { replyScript } from "../fakes/reply-script.ts";
import {
  anOpenStory,
  aStory,
  eventually,
  ledgerOf,
  messagesOf,
  modelRequests,
  type Story,
  StoryReader,
} from "./story-reader.ts";

async function regenerate(reader: StoryReader, story: Story) {
  reader.send({ type: "stream-message", requestId: createId(), storyId: story.storyId, regenerate: true });
  return (await reader.next("stream-complete")).message;
}

async function write(reader: StoryReader, content: string) {
  reader.write(content);
  return (await reader.next("stream-complete")).message;
}

/** The jobs' results come as the same event; they are ignored. */
function movesTheHead(event: ServerEvent): boolean {
  return event.type === "conversation-updated" && event.headMessageId !== undefined;
}

describe("the opening", () => {
  it("is written once: a second initial continue, of whatever tab, is answered with the first", async () => {
    const { story, reader } = await anOpenStory({ description: replyScript({ pieces: 10, everyMs: 20 }) });
    const { reader: other } = await StoryReader.join(story);
    const opening = { type: "stream-continue", storyId: story.storyId, isInitialContinue: true } as const;
    reader.send({ ...opening, requestId: createId() });
    await reader.next("stream-start");
    const second = createId();
    other.send({ ...opening, requestId: second });
    // Its own request will not finish, so it is told that another one is running.
    expect(await other.next("stream-error")).toMatchObject({ code: "STREAM_IN_PROGRESS", requestId: second });
    const { message } = await reader.next("stream-complete");
    expect((await other.next("stream-complete")).message).toEqual(message);
    const again = createId();
    other.send({ ...opening, requestId: again });
    expect(await other.next("stream-complete")).toMatchObject({ requestId: again, message });
    expect(await messagesOf(story.stub)).toEqual([message]);
    expect(message).toMatchObject({ role: "assistant", parentId: null });
    await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
  });

  it("asks the writer for an opening, with what the person chose as data", async () => {
    const id = createId();
    const { reader } = await anOpenStory({ description: replyScript({ id }, "A voice on the radio.") });
    reader.askForOpening();
    await reader.next("stream-complete");
    const [request] = await modelRequests(id);
    expect(request?.messages[0]?.content).toContain("Genre: Mystery");
    expect(request?.messages[0]?.content).toContain(
      "<player_character>\nA relief operator\n</player_character>",
    );
    expect(request?.messages.at(-1)?.content).toContain("<opening_request/>");
  });
});

describe("a continue", () => {
  it("has no message of the person, and follows their direction", async () => {
    const { story, reader } = await anOpenStory();
    const id = createId();
    const prompt = replyScript({ id }, "Bring in the storm");
    reader.send({ type: "stream-continue", requestId: createId(), storyId: story.storyId, prompt });
    const { message, userMessage } = await reader.next("stream-complete");
    expect(userMessage).toBeUndefined();
    expect(await messagesOf(story.stub)).toEqual([message]);
    const [request] = await modelRequests(id);
    expect(request?.messages.at(-1)?.content).toContain("<continue_direction>\nBring in the storm");
  });
});

describe("versions", () => {
  it("regenerate adds a version, with the old one as text to avoid, and every reader gets it", async () => {
    const { story, reader } = await anOpenStory();
    const { reader: other } = await StoryReader.join(story);
    const id = createId();
    const first = await write(reader, replyScript({ id }));
    const second = await regenerate(reader, story);
    expect(second.parentId).toBe(first.parentId);
    expect(second.versions).toMatchObject({ index: 2, count: 2 });
    expect((await messagesOf(story.stub)).at(-1)).toEqual(second);
    await other.next("stream-complete");
    expect((await other.next("stream-complete")).message).toEqual(second);
    const requests = await modelRequests(id);
    expect(requests[1]?.messages.at(-1)?.content).toContain(`<different_take>\n${first.content}`);
  });

  it("regenerate writes another version of an earlier reply, and what followed can be selected again", async () => {
    const story = await aStory();
    const { storyId } = story;
    const { reader } = await StoryReader.join(story);
    const first = await write(reader, "one");
    const followed = await write(reader, "two");
    const targetId = first.messageId;
    reader.send({ type: "stream-message", requestId: createId(), storyId, regenerate: true, targetId });
    const { message } = await reader.next("stream-complete");
    expect(message).toMatchObject({ parentId: first.parentId, versions: { index: 2, count: 2 } });
    expect((await messagesOf(story.stub)).at(-1)).toEqual(message);
    reader.send({ type: "select-version", storyId, messageId: targetId });
    expect(await reader.next("conversation-updated", movesTheHead)).toMatchObject({
      headMessageId: followed.messageId,
    });
  });

  it("a message after an earlier one begins another path; without a reply the earlier path is back", async () => {
    const story = await aStory();
    const { storyId } = story;
    const { reader } = await StoryReader.join(story);
    const { messageId: targetId } = await write(reader, "one");
    await write(reader, "two");
    const path = await messagesOf(story.stub);
    const fields = { type: "stream-message", storyId, targetId } as const;
    const content = replyScript({ fault: "empty" });
    reader.send({ ...fields, requestId: createId(), content });
    expect(await reader.next("stream-error")).toMatchObject({ code: "EMPTY_REPLY", restoredText: content });
    expect(await messagesOf(story.stub)).toEqual(path);

    reader.send({ ...fields, requestId: createId(), content: "another way" });
    await reader.next("stream-complete");
    const { role, versions } = (await messagesOf(story.stub))[2] ?? {};
    expect([role, versions?.index]).toEqual(["user", 2]);
    expect(await messagesOf(story.stub)).toHaveLength(4);

    reader.send({ ...fields, requestId: createId(), targetId: createId(), content: "nowhere" });
    expect(await reader.next("stream-error")).toMatchObject({ code: "NOT_FOUND", restoredText: "nowhere" });
  });

  it("regenerate without a reply fails with its error", async () => {
    const { story, reader } = await anOpenStory();
    reader.send({ type: "stream-message", requestId: createId(), storyId: story.storyId, regenerate: true });
    expect(await reader.next("stream-error")).toMatchObject({ code: "NOTHING_TO_REGENERATE", status: 409 });
  });

  it("selecting an older version restores what followed it, for every reader, and survives eviction", async () => {
    const { story, reader } = await anOpenStory();
    const { reader: other } = await StoryReader.join(story);
    const first = await write(reader, "one");
    const second = await regenerate(reader, story);
    const followed = await write(reader, "two");
    const path = (await messagesOf(story.stub)).map(({ messageId }) => messageId);

    reader.send({ type: "select-version", storyId: story.storyId, messageId: first.messageId });
    expect(await other.next("conversation-updated", movesTheHead)).toMatchObject({
      headMessageId: first.messageId,
      messageCount: 2,
    });
    await evictDurableObject(story.stub);
    expect((await messagesOf(story.stub)).at(-1)).toMatchObject({
      messageId: first.messageId,
      versions: { index: 1, count: 2 },
    });

    reader.send({ type: "select-version", storyId: story.storyId, messageId: second.messageId });
    expect(await other.next("conversation-updated", movesTheHead)).toMatchObject({
      headMessageId: followed.messageId,
      messageCount: 4,
    });
    expect((await messagesOf(story.stub)).map(({ messageId }) => messageId)).toEqual(path);
  });

  it("cannot be chosen while a reply is written, nor when they do not exist", async () => {
    const { story, reader } = await anOpenStory();
    const first = await write(reader, "one");
    reader.send({ type: "select-version", storyId: story.storyId, messageId: createId() });
    expect(await reader.next("stream-error")).toMatchObject({ code: "NOT_FOUND" });
    reader.write(replyScript({ pieces: 300, everyMs: 10 }));
    await reader.next("stream-start");
    reader.send({ type: "select-version", storyId: story.storyId, messageId: first.messageId });
    expect(await reader.next("stream-error")).toMatchObject({ code: "STREAM_IN_PROGRESS" });
  });
});
