import { evictDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import type { MessageTree } from "#durable-objects/conversation/message-tree.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import {
  anOpenStory,
  eventually,
  fillConversation,
  inNewObject,
  inStorage,
  ledgerOf,
  messagesOf,
  modelRequests,
  openTree,
  StoryReader,
} from "./story-reader.ts";

async function write(reader: StoryReader, content: string) {
  return (await reader.exchange(content)).message;
}

/** The jobs' results come as the same event; they are ignored. */
function movesTheHead(event: ServerEvent): boolean {
  return event.type === "conversation-updated" && event.headMessageId !== undefined;
}

it("the opening is written once: a second initial continue, of whatever tab, is answered with the first", async () => {
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

it("the opening is requested of the writer, with what the person chose as data", async () => {
  const id = createId();
  const { reader } = await anOpenStory({ description: replyScript({ id }, "A voice on the radio.") });
  await reader.askForOpening();
  const [request] = await modelRequests(id);
  expect(request?.messages[0]?.content).toContain("Genre: Mystery");
  expect(request?.messages[0]?.content).toContain(
    "<player_character>\nA relief operator\n</player_character>",
  );
  expect(request?.messages.at(-1)?.content).toContain("<opening_request/>");
});

it("a continue has no message of the person, and follows their direction", async () => {
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

it("regenerate adds a version, with the old one as text to avoid, and every reader gets it", async () => {
  const { story, reader } = await anOpenStory();
  const { reader: other } = await StoryReader.join(story);
  const id = createId();
  const first = await write(reader, replyScript({ id }));
  const { message: second } = await reader.regenerate();
  expect(second.parentId).toBe(first.parentId);
  expect(second.versions).toMatchObject({ index: 2, count: 2 });
  expect((await messagesOf(story.stub)).at(-1)).toEqual(second);
  await other.next("stream-complete");
  expect((await other.next("stream-complete")).message).toEqual(second);
  const requests = await modelRequests(id);
  expect(requests[1]?.messages.at(-1)?.content).toContain(`<different_take>\n${first.content}`);
});

it("regenerate writes another version of an earlier reply", async () => {
  const { story, reader } = await anOpenStory();
  const { storyId } = story;
  const first = await write(reader, "one");
  await write(reader, "two");
  const targetId = first.messageId;
  reader.send({ type: "stream-message", requestId: createId(), storyId, regenerate: true, targetId });
  const { message } = await reader.next("stream-complete");
  expect(message).toMatchObject({ parentId: first.parentId, versions: { index: 2, count: 2 } });
  expect((await messagesOf(story.stub)).at(-1)).toEqual(message);
});

it("a message after an earlier one begins another path; without a reply the earlier path is back", async () => {
  const { story, reader } = await anOpenStory();
  const { storyId } = story;
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
  // Without a target it goes below the last message, if that is the one that its page shows.
  const late = { type: "stream-message", storyId, requestId: createId(), afterId: targetId } as const;
  reader.send({ ...late, content: "too late" });
  expect(await reader.next("stream-error")).toMatchObject({ code: "MOVED_ON", restoredText: "too late" });
});

it("selecting an older version restores what followed it, for every reader, and survives eviction", async () => {
  const { story, reader } = await anOpenStory();
  const { reader: other } = await StoryReader.join(story);
  const first = await write(reader, "one");
  const { message: second } = await reader.regenerate();
  const followed = await write(reader, "two");
  const path = (await messagesOf(story.stub)).map(({ messageId }) => messageId);

  reader.select(first.messageId);
  expect(await other.next("conversation-updated", movesTheHead)).toMatchObject({
    headMessageId: first.messageId,
    messageCount: 2,
  });
  await evictDurableObject(story.stub);
  expect((await messagesOf(story.stub)).at(-1)).toMatchObject({
    messageId: first.messageId,
    versions: { index: 1, count: 2 },
  });

  reader.select(second.messageId);
  expect(await other.next("conversation-updated", movesTheHead)).toMatchObject({
    headMessageId: followed.messageId,
    messageCount: 4,
  });
  expect((await messagesOf(story.stub)).map(({ messageId }) => messageId)).toEqual(path);
});

it("versions cannot be chosen while a reply is written, nor when they do not exist", async () => {
  const { reader } = await anOpenStory();
  const first = await write(reader, "one");
  reader.select(createId());
  expect(await reader.next("stream-error")).toMatchObject({ code: "NOT_FOUND" });
  reader.write(replyScript({ pieces: 300, everyMs: 10 }));
  await reader.next("stream-start");
  reader.select(first.messageId);
  expect(await reader.next("stream-error")).toMatchObject({ code: "STREAM_IN_PROGRESS" });
});

const PAGE = 50;

/** A story with that many messages, and a reader of it. */
async function aReadStory(count: number) {
  const { story, reader } = await anOpenStory();
  await fillConversation(story.stub, count, []);
  await evictDurableObject(story.stub);
  const { reader: again } = await StoryReader.join(story);
  reader.close();
  const open = () => story.stub.openPage(story.userId, PAGE);
  const leave = (messageId: string, offset = 0) =>
    again.send({ type: "keep-place", storyId: story.storyId, messageId, offset, at: 1_700_000_000_000 });
  return { story, open, leave };
}

it("the place where a person reads is kept, survives an eviction, and is on the page with which the story opens", async () => {
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
});

it("the place where a person reads is left out if there is no such message, if it is on another path, or too far from the end", async () => {
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
  await inStorage(story.stub, (storage) => openTree(storage).tree.moveHead("m1180"));
  await evictDurableObject(story.stub);
  expect((await open()).place).toBeNull();
});

/** Runs a test on an empty tree in the storage of a new object. */
function withTree(test: (tree: MessageTree) => void): Promise<void> {
  return inNewObject((storage) => test(openTree(storage).tree));
}

/** Adds a message under the head and makes it the head. */
function tell(tree: MessageTree, content: string, parentId = tree.head()?.id ?? null) {
  const message = tree.append({ parentId, role: "assistant", content, status: "complete" });
  tree.moveHead(message.id);
  return message;
}

function told(tree: MessageTree): string[] {
  return tree.page({ before: null, limit: 50 }).messages.map(({ content }) => content);
}

/** The neighbours have one text each. */
const AS_THEY_ARE = { previousRevision: null, nextRevision: null };

it("the message tree gives each message of a page the versions before and after it", () =>
  withTree((tree) => {
    const root = tell(tree, "root");
    const [a, b, c] = ["a", "b", "c"].map((content) => tell(tree, content, root.id));
    if (!a || !b || !c) throw new Error("There must be three versions.");
    tell(tree, "c goes on");
    tree.select(b.id);
    const { messages } = tree.page({ before: null, limit: 50 });
    expect(messages.map(({ versions }) => versions)).toEqual([
      { index: 1, count: 1, previousId: null, nextId: null, ...AS_THEY_ARE },
      { index: 2, count: 3, previousId: a.id, nextId: c.id, ...AS_THEY_ARE },
    ]);
    const others = [a, c].map((row) => tree.toMessage(row).versions);
    expect(others).toEqual([
      { index: 1, count: 3, previousId: null, nextId: b.id, ...AS_THEY_ARE },
      { index: 3, count: 3, previousId: b.id, nextId: null, ...AS_THEY_ARE },
    ]);
  }));

it("the message tree stores at each fork the leaf that was active", () =>
  withTree((tree) => {
    const root = tell(tree, "root");
    const a = tell(tree, "a");
    tell(tree, "a1");
    const a2 = tell(tree, "a2");
    tell(tree, "a3");
    const b = tell(tree, "b", root.id);
    tell(tree, "b1");
    tree.select(a.id);
    expect(told(tree)).toEqual(["root", "a", "a1", "a2", "a3"]);
    tell(tree, "x", a2.parentId); // another version of a2
    tree.select(b.id);
    expect(told(tree)).toEqual(["root", "b", "b1"]);
    tree.select(a.id);
    expect(told(tree)).toEqual(["root", "a", "a1", "x"]);
    tree.select(a2.id);
    expect(told(tree)).toEqual(["root", "a", "a1", "a2", "a3"]);
    tree.select(b.id);
    tree.select(a.id); // not x, which is newer
    expect(told(tree)).toEqual(["root", "a", "a1", "a2", "a3"]);
  }));
