import { runInDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import { Readers } from "#durable-objects/conversation/readers.ts";
import { replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import { fakeTimersInObject } from "#tests/workers/helpers/fake-timers.ts";
import { whileObjectCalls } from "#tests/workers/helpers/watched-calls.ts";
import { REPLY_MAX_LENGTH } from "#workers/ai/stream-reply.ts";
import {
  anOpenStory,
  aStory,
  EventStreamReader,
  eventually,
  goOn,
  inStorage,
  joinChunks,
  killObject,
  ledgerOf,
  messagesOf,
  modelRequests,
  StoryReader,
} from "./story-reader.ts";

it("a turn is accepted, streamed and completed, and every reader sees the same", async () => {
  const { story, reader, joined } = await anOpenStory();
  const { reader: other } = await StoryReader.join(story);
  expect(joined).toMatchObject({ headMessageId: null, messageCount: 0, turn: null });

  const requestId = reader.write(replyScript({ pieces: 30, everyMs: 10 }));
  const complete = await reader.next("stream-complete");
  await other.next("stream-complete");

  expect(complete.requestId).toBe(requestId);
  expect(complete.message).toMatchObject({ role: "assistant", status: "complete" });
  expect(complete.message.metadata.model).toBe("scripted");
  expect(reader.textOf(complete.messageId)).toBe(complete.message.content);
  expect(other.events.filter((event) => event.type !== "joined")).toEqual(
    reader.events.filter((event) => event.type !== "joined"),
  );
  const messages = await messagesOf(story.stub);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(messages[1]).toEqual(complete.message);
  expect(messages[0]).toEqual(complete.userMessage);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
});

it("a turn sends a reader who joins in the middle the text so far, and one who has a part the rest", async () => {
  const { story, reader } = await anOpenStory();
  const id = crypto.randomUUID();
  reader.write(replyScript({ id, pieces: 60, everyMs: 10, waitsAfter: 30 }));
  const first = await reader.next("stream-chunk");
  await reader.next("stream-chunk");

  const late = await StoryReader.join(story);
  const back = await StoryReader.join(story, { messageId: first.messageId, offset: first.content.length });
  await goOn(id);
  const complete = await late.reader.next("stream-complete");
  await back.reader.next("stream-complete");

  expect(late.joined.turn?.offset).toBe(0);
  expect(late.reader.textOf(complete.messageId, late.joined.turn?.content)).toBe(complete.message.content);
  expect(back.joined.turn?.offset).toBe(first.content.length);
  expect(back.reader.textOf(complete.messageId, first.content + back.joined.turn?.content)).toBe(
    complete.message.content,
  );
});

it("a turn runs once, however often and over however many sockets its request comes", async () => {
  const { story, reader } = await anOpenStory();
  const { reader: other } = await StoryReader.join(story);
  const id = createId();
  const text = replyScript({ id, pieces: 20, everyMs: 5 });
  const requestId = reader.write(text);
  reader.write(text, requestId);
  other.write(text, requestId);
  await reader.next("message-accepted");
  other.write(text, requestId);
  const complete = await reader.next("stream-complete");

  const { reader: later } = await StoryReader.join(story);
  later.write(text, requestId);
  expect((await later.next("message-accepted")).message.messageId).toBe(complete.userMessage?.messageId);
  expect(await later.next("stream-complete")).toEqual(complete);
  expect(await messagesOf(story.stub)).toHaveLength(2);
  expect(await modelRequests(id)).toHaveLength(1);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
});

it("a turn refuses a request id that was used for something else", async () => {
  const { reader } = await anOpenStory();
  const { requestId } = await reader.exchange("I look around");
  reader.write("I run", requestId);
  expect(await reader.next("stream-error")).toMatchObject({
    code: "REQUEST_CONFLICT",
    restoredText: "I run",
  });
});

it("stopping keeps the text so far and closes the request to the model", async () => {
  const { story, reader } = await anOpenStory();
  const id = createId();
  reader.write(replyScript({ id, pieces: 500, everyMs: 10 }));
  await reader.next("stream-chunk");
  reader.stop();
  const { message } = await reader.next("stream-complete");
  expect(message).toMatchObject({ role: "assistant", status: "interrupted" });
  expect(scriptedText(500, id).startsWith(message.content)).toBe(true);
  expect(message.content.startsWith(reader.textOf(message.messageId))).toBe(true);
  await eventually(async () => expect(await modelRequests(id)).toMatchObject([{ aborted: true }]));
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
});

it("stopping before any text removes the message, returns its text and refunds", async () => {
  const { story, reader } = await anOpenStory();
  const text = replyScript({ firstMs: 5000 });
  reader.write(text);
  const accepted = await reader.next("message-accepted");
  reader.stop();
  expect(await reader.next("stream-error")).toMatchObject({
    code: "STREAM_STOPPED",
    restoredText: text,
    removedMessageId: accepted.message.messageId,
  });
  expect(await messagesOf(story.stub)).toEqual([]);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["free-stop"]));
});

it.each([
  ["status-500", "MODEL_UNAVAILABLE", 503],
  ["status-429", "MODEL_BUSY", 429],
  ["refused", "MODEL_UNAVAILABLE", 503],
  ["empty", "EMPTY_REPLY", 502],
  ["cut", "MODEL_UNAVAILABLE", 503],
] as const)(
  "a model that fails with %s before any text gives the text back, costs nothing, and the next turn works",
  async (fault, code, status) => {
    const { story, reader } = await anOpenStory();
    const text = replyScript({ fault });
    const requestId = reader.write(text);
    expect(await reader.next("stream-error")).toMatchObject({
      code,
      status,
      requestId,
      restoredText: text,
    });
    expect(await messagesOf(story.stub)).toEqual([]);
    await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["refunded"]));

    reader.write("I look around");
    expect((await reader.next("stream-complete")).message.status).toBe("complete");
    expect(reader.events.filter((event) => event.type === "stream-error")).toHaveLength(1);
  },
);

it.each(["cut", "malformed", "huge-line"] as const)(
  "a model that fails with %s in mid-stream keeps the text so far",
  async (fault) => {
    const { story, reader } = await anOpenStory();
    reader.write(replyScript({ fault, after: 5, everyMs: 30 }));
    const error = await reader.next("stream-error");
    expect(error).toMatchObject({ code: "STREAM_ERROR", status: 502, message: "Stream error" });
    expect(error.partial).toMatchObject({ status: "interrupted", content: scriptedText(5) });
    expect(error.restoredText).toBeUndefined();
    expect((await messagesOf(story.stub)).at(-1)).toEqual(error.partial);
    await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
  },
);

it("a model that never ends is cut, and the text so far is kept", async () => {
  const { reader } = await anOpenStory();
  reader.write(replyScript({ fault: "endless" }));
  const error = await reader.next("stream-error");
  expect(error.code).toBe("STREAM_ERROR");
  expect(error.partial?.content.length).toBeGreaterThan(REPLY_MAX_LENGTH / 2);
  expect(error.partial?.content.length).toBeLessThanOrEqual(REPLY_MAX_LENGTH);
});

it("a model that hangs is given up after the specification's 60 seconds", async () => {
  const { story, reader } = await anOpenStory();
  fakeTimersInObject(story.stub.id);
  const text = replyScript({ fault: "hang" });
  reader.write(text);
  await reader.next("stream-start");
  await vi.advanceTimersByTimeAsync(60_000 - 1);
  expect(reader.events.some((event) => event.type === "stream-error")).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await reader.next("stream-error")).toMatchObject({
    code: "STREAM_TIMEOUT",
    status: 504,
    message: "Stream timeout",
    restoredText: text,
  });
});

it("the event stream sends and accepts the same events as a socket", async () => {
  const story = await aStory();
  const { reader: socket } = await StoryReader.join(story);
  const stream = await EventStreamReader.open(story);
  const answered = await stream.write(replyScript({ pieces: 30, everyMs: 10 }));
  expect(answered).toEqual({ events: [] });
  await stream.until("stream-complete");
  await socket.next("stream-complete");
  expect(stream.events.slice(1)).toEqual(socket.events.slice(1));
  expect(await messagesOf(story.stub)).toHaveLength(2);
});

it("the event stream continues from Last-Event-ID", async () => {
  const id = createId();
  const story = await aStory();
  const stream = await EventStreamReader.open(story);
  await stream.write(replyScript({ id, pieces: 60, everyMs: 10, waitsAfter: 30 }));
  await stream.until("stream-start");
  await stream.until("stream-chunk");
  const { lastEventId } = stream;
  const messageId = lastEventId?.split(":")[0] ?? "";
  const seen = joinChunks(stream.events, messageId);
  await stream.leave();

  const back = await EventStreamReader.open(story, lastEventId);
  const [joined] = back.events;
  if (joined?.type !== "joined") throw new Error("The stream must begin with joined.");
  expect(joined.turn?.offset).toBe(seen.length);
  await goOn(id);
  await back.until("stream-complete");
  expect(joinChunks(back.events, messageId, seen + joined.turn?.content)).toBe(scriptedText(60, id));
});

it("the event stream returns the error of an event to its sender only", async () => {
  const story = await aStory();
  const stream = await EventStreamReader.open(story);
  const { events } = await stream.send({
    type: "stream-message",
    requestId: createId(),
    storyId: createId(),
    content: "I look around",
  });
  expect(events).toMatchObject([{ type: "stream-error", code: "NOT_FOUND" }]);
});

it("the event stream ends when the story is deleted", async () => {
  const story = await aStory();
  const stream = await EventStreamReader.open(story);
  await story.stub.close(story.owner);
  await stream.until("conversation-updated");
  await expect(stream.until("stream-complete")).rejects.toThrow("The stream ended");
});

it("the event stream for a reader who left before it opened is closed at once", async () => {
  const story = await aStory();
  await runInDurableObject(story.stub, async (_, state) => {
    const readers = new Readers(state);
    const first = { type: "read-check", mark: "first" } as const;
    const reader = { userId: story.userId, sessionId: "test", expiresAt: null };
    readers.openStream(reader, first, AbortSignal.abort());
    await eventually(() => expect(readers.isOpen).toBe(false));
  });
});

it("a restart right after a message was accepted loses neither it nor its reply", async () => {
  const { story, reader } = await anOpenStory();
  reader.write(replyScript({ firstMs: 300, pieces: 5 }));
  const { message } = await reader.next("message-accepted");
  await killObject(story.stub);
  const back = await StoryReader.join(story);
  const complete = await back.reader.next("stream-complete");
  expect(complete.userMessage).toMatchObject({ messageId: message.messageId, content: message.content });
  expect(complete.message.content).toBe(scriptedText(5));
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
});

it("a restart in mid-stream keeps all text that was seen and continues the reply, with no reader", async () => {
  const { story, reader } = await anOpenStory();
  const id = createId();
  reader.write(replyScript({ id, pieces: 60, everyMs: 10, waitsAfter: 30 }));
  await reader.next("stream-chunk");
  await reader.next("stream-chunk");
  const { messageId } = await reader.next("stream-chunk");
  const seen = reader.textOf(messageId);
  await killObject(story.stub);

  await eventually(async () => expect(await messagesOf(story.stub)).toHaveLength(2));
  const reply = (await messagesOf(story.stub))[1];
  expect(reply).toMatchObject({ messageId, status: "complete", content: scriptedText(60, id) });
  expect(reply?.content.startsWith(seen)).toBe(true);
  const requests = await modelRequests(id);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.messages.at(-2)).toMatchObject({ role: "assistant" });
  expect(requests[1]?.messages.at(-2)?.content.startsWith(seen)).toBe(true);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
});

it("a restart sends a reader who reconnects the rest of the running text", async () => {
  const { story, reader } = await anOpenStory();
  reader.write(replyScript({ pieces: 80, everyMs: 10 }));
  const { messageId } = await reader.next("stream-chunk");
  await reader.next("stream-chunk");
  const seen = reader.textOf(messageId);
  await killObject(story.stub);
  const back = await StoryReader.join(story, { messageId, offset: seen.length });
  const complete = await back.reader.next("stream-complete");
  expect(back.reader.textOf(messageId, seen + back.joined.turn?.content)).toBe(complete.message.content);
  expect(complete.message.content).toBe(scriptedText(80));
});

it("a restart a second time in the same turn ends it interrupted, keeps the text, and a retry works", async () => {
  const { story, reader } = await anOpenStory();
  reader.write(replyScript({ pieces: 400, everyMs: 10 }));
  const { messageId } = await reader.next("stream-chunk");
  await killObject(story.stub);
  const second = await StoryReader.join(story);
  await second.reader.next("stream-chunk");
  await killObject(story.stub);
  const third = await StoryReader.join(story);
  const error = await third.reader.next("stream-error");
  expect(error).toMatchObject({ code: "STREAM_INTERRUPTED", messageId });
  expect(error.partial).toMatchObject({ messageId, status: "interrupted" });
  expect(scriptedText(400).startsWith(error.partial?.content ?? "-")).toBe(true);

  const { storyId } = story;
  third.reader.send({ type: "stream-message", requestId: createId(), storyId, regenerate: true });
  await third.reader.next("stream-start");
  third.reader.stop();
  await third.reader.next("stream-complete").catch(() => undefined);
  expect((await messagesOf(story.stub))[0]?.role).toBe("user");
});

it("a restart whose continuation fails ends interrupted and is not charged without text", async () => {
  const { story, reader } = await anOpenStory();
  // The model hangs: after two restarts there is still no text.
  reader.write(replyScript({ fault: "hang" }));
  const { message } = await reader.next("message-accepted");
  await killObject(story.stub);
  const second = await StoryReader.join(story);
  await second.reader.next("stream-start");
  await killObject(story.stub);
  const third = await StoryReader.join(story);
  expect(await third.reader.next("stream-error")).toMatchObject({ code: "STREAM_INTERRUPTED" });
  // The message stays, and its reply can be requested again.
  expect((await messagesOf(story.stub)).map(({ messageId }) => messageId)).toEqual([message.messageId]);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["refunded"]));
});

it("a restart right after a reply was complete finds it on disk", async () => {
  const { story, reader } = await anOpenStory();
  const complete = await reader.exchange("I look around");
  await killObject(story.stub);
  expect((await messagesOf(story.stub))[1]).toEqual(complete.message);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
});

/** A story with nothing but a reserved Spark, whose object has crashed. */
async function aCrashedReservation() {
  const { story, reader } = await anOpenStory();
  await whileObjectCalls(
    async (_, call) => {
      const answer = await call();
      const isReserved = (await ledgerOf(story.userId)).includes("reserved");
      return isReserved ? new Promise(() => undefined) : answer; // the answer of the reservation never comes
    },
    async () => {
      reader.write("I look around");
      await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["reserved"]));
      await eventually(async () =>
        expect(await inStorage(story.stub, (storage) => storage.getAlarm())).not.toBeNull(),
      );
      await killObject(story.stub);
    },
  );
  return story;
}

it("a restart after a Spark was reserved, before the message was stored, leaves that Spark to the next message", async () => {
  const story = await aCrashedReservation();
  // As if the message came before the alarm, also on a slow machine.
  await inStorage(story.stub, (storage) => storage.deleteAlarm());
  expect(await messagesOf(story.stub)).toEqual([]);

  const back = await StoryReader.join(story);
  await back.reader.exchange("I listen");
  expect(await messagesOf(story.stub)).toHaveLength(2);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
});

it("a restart after a Spark was reserved, before the message was stored, refunds it within seconds if nobody comes back, and the next message has a Spark of its own", async () => {
  const story = await aCrashedReservation();
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["refunded"]));

  const back = await StoryReader.join(story);
  await back.reader.exchange("I listen");
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", "refunded"]));
});
