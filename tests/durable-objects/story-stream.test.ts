import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { Readers } from "#durable-objects/conversation/readers.ts";
import { replyScript, scriptedText } from "../fakes/reply-script.ts";
import { EventStreamReader } from "./event-stream-reader.ts";
import { aStory, eventually, goOn, joinChunks, messagesOf, StoryReader } from "./story-reader.ts";

describe("the event stream", () => {
  it("sends and accepts the same events as a socket", async () => {
    const story = await aStory();
    const { reader: socket } = await StoryReader.join(story);
    const stream = await EventStreamReader.open(story);
    await stream.until("joined");
    const answered = await stream.send({
      type: "stream-message",
      requestId: createId(),
      storyId: story.storyId,
      content: replyScript({ pieces: 30, everyMs: 10 }),
    });
    expect(answered).toEqual({ events: [] });
    await stream.until("stream-complete");
    await socket.next("stream-complete");
    expect(stream.events.slice(1)).toEqual(socket.events.slice(1));
    expect(await messagesOf(story.stub)).toHaveLength(2);
  });

  it("continues from Last-Event-ID", async () => {
    const id = createId();
    const story = await aStory();
    const stream = await EventStreamReader.open(story);
    await stream.until("joined");
    await stream.send({
      type: "stream-message",
      requestId: createId(),
      storyId: story.storyId,
      content: replyScript({ id, pieces: 60, everyMs: 10, waitsAfter: 30 }),
    });
    await stream.until("stream-start");
    await stream.until("stream-chunk");
    const { lastEventId } = stream;
    const messageId = lastEventId?.split(":")[0] ?? "";
    const seen = joinChunks(stream.events, messageId);
    await stream.leave();

    const back = await EventStreamReader.open(story, lastEventId);
    await back.until("joined");
    const [joined] = back.events;
    if (joined?.type !== "joined") throw new Error("The stream must begin with joined.");
    expect(joined.turn?.offset).toBe(seen.length);
    await goOn(id);
    await back.until("stream-complete");
    expect(joinChunks(back.events, messageId, seen + joined.turn?.content)).toBe(scriptedText(60, id));
  });

  it("returns the error of an event to its sender only", async () => {
    const story = await aStory();
    const stream = await EventStreamReader.open(story);
    await stream.until("joined");
    const { events } = await stream.send({
      type: "stream-message",
      requestId: createId(),
      storyId: createId(),
      content: "I look around",
    });
    expect(events).toMatchObject([{ type: "stream-error", code: "NOT_FOUND" }]);
  });

  it("ends when the story is deleted", async () => {
    const story = await aStory();
    const stream = await EventStreamReader.open(story);
    await stream.until("joined");
    await story.stub.close({ conversationId: story.storyId, userId: story.userId });
    await stream.until("conversation-updated");
    await expect(stream.until("stream-complete")).rejects.toThrow("The stream ended");
  });

  it("for a reader who left before it opened is closed at once", async () => {
    const story = await aStory();
    await runInDurableObject(story.stub, async (_, state) => {
      const readers = new Readers(state);
      const first = { type: "read-check", mark: "first" } as const;
      const reader = { userId: story.userId, sessionId: "test", expiresAt: null };
      readers.openStream(reader, first, AbortSignal.abort());
      await eventually(() => expect(readers.isOpen).toBe(false));
    });
  });
});
