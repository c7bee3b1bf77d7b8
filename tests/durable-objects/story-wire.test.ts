import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { MESSAGE_MAX } from "#domain/message.ts";
import { CLOSE_SESSION_ENDED, encode, FRAME_MAX_BYTES } from "#domain/protocol.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import { stories } from "#workers/db/schema/index.ts";
import { replyScript } from "../fakes/reply-script.ts";
import { anOpenStory, aStory, eventually, messagesOf, StoryReader } from "./story-reader.ts";

describe("a frame", () => {
  it.each([
    ["no JSON", "hello"],
    ["an unknown event", '{"type":"drop-table"}'],
    ["a missing field", '{"type":"stream-message","storyId":"x"}'],
    ["a list", "[]"],
    ["null", "null"],
  ])("with %s is answered with BAD_FRAME and changes nothing", async (_, frame) => {
    const { story, reader } = await anOpenStory();
    reader.sendRaw(frame);
    expect(await reader.next("stream-error")).toMatchObject({ code: "BAD_FRAME", status: 400 });
    expect(reader.closed).toBeNull();
    expect(await messagesOf(story.stub)).toEqual([]);
  });

  it("with too long a message is refused with its sentence and its request id", async () => {
    const { reader } = await anOpenStory();
    const requestId = reader.write("x".repeat(MESSAGE_MAX + 1));
    expect(await reader.next("stream-error")).toMatchObject({
      code: "BAD_FRAME",
      requestId,
      message: "Messages can be at most 500 characters long.",
    });
    reader.write("é".normalize("NFD").repeat(MESSAGE_MAX));
    expect((await reader.next("message-accepted")).message.role).toBe("user");
  });

  it("over the limit closes the socket with 1009", async () => {
    const { reader } = await anOpenStory();
    reader.sendRaw("x".repeat(FRAME_MAX_BYTES + 1));
    await eventually(() => expect(reader.closed?.code).toBe(1009));
  });

  it("that names another story is not found", async () => {
    const { reader } = await anOpenStory();
    reader.send({
      type: "stream-message",
      requestId: createId(),
      storyId: createId(),
      content: "I look around",
    });
    expect(await reader.next("stream-error")).toMatchObject({ code: "NOT_FOUND", status: 404 });
  });

  it("that still arrives from a session that has ended is not acted on", async () => {
    const { story, reader } = await anOpenStory();
    const frame = encode({
      type: "stream-message",
      requestId: createId(),
      storyId: story.storyId,
      content: "I look around",
    });
    await runInDurableObject(story.stub, async (object: StoryObject, state) => {
      const [socket] = state.getWebSockets();
      if (!socket) throw new Error("There must be a socket.");
      object.endSession("test");
      await object.webSocketMessage(socket, frame);
    });
    await eventually(() => expect(reader.closed?.code).toBe(CLOSE_SESSION_ENDED));
    expect(await messagesOf(story.stub)).toEqual([]);
    const late = await StoryReader.connect(story);
    await eventually(() => expect(late.closed?.code).toBe(CLOSE_SESSION_ENDED));
  });

  it("without a request id is given one", async () => {
    const { story, reader } = await anOpenStory();
    reader.sendRaw(
      JSON.stringify({ type: "stream-message", storyId: story.storyId, content: "I look around" }),
    );
    const { requestId, message } = await reader.next("message-accepted");
    expect(message.content).toBe("I look around");
    expect(requestId).toMatch(/^[\w-]{8,64}$/);
    expect(await reader.next("stream-complete")).toMatchObject({ requestId });
  });

  it("is accepted before a join, but only joined readers get events", async () => {
    const story = await aStory();
    const silent = await StoryReader.connect(story);
    const { reader } = await StoryReader.join(story);
    silent.write("I look around");
    await reader.next("stream-complete");
    expect(silent.events).toEqual([]);
  });
});

describe("a story", () => {
  it("projects its last message and counts to D1", async () => {
    const { story, reader } = await anOpenStory();
    reader.write("I look around");
    const { message } = await reader.next("stream-complete");
    await eventually(async () => {
      const [row] = await story.db.select().from(stories).where(eq(stories.id, story.storyId));
      expect(row).toMatchObject({
        lastMessage: message.content,
        messageCount: 2,
        exchangeCount: 1,
        updatedAt: message.timestamp,
      });
    });
  });

  it("that is deleted stops its reply, notifies and disconnects its readers, and accepts nothing more", async () => {
    const { story, reader } = await anOpenStory();
    reader.write(replyScript({ pieces: 100, everyMs: 10 }));
    await reader.next("stream-chunk");
    await story.stub.close({ conversationId: story.storyId, userId: story.userId });
    await eventually(() => expect(reader.closed?.code).toBe(4404));
    expect(reader.events).toContainEqual({ type: "conversation-updated", deleted: true });
    const late = await StoryReader.connect(story);
    late.write("I look around");
    expect(await late.next("stream-error")).toMatchObject({ code: "NOT_FOUND" });
  });

  it("that is archived or not its owner's any more is not written to", async () => {
    const { story, reader } = await anOpenStory();
    await story.db.update(stories).set({ status: "archived" }).where(eq(stories.id, story.storyId));
    reader.write("I look around");
    expect(await reader.next("stream-error")).toMatchObject({
      code: "STORY_READ_ONLY",
      restoredText: "I look around",
    });
  });
});
