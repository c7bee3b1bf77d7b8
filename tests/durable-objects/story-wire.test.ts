import { runInDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import { MESSAGE_MAX } from "#domain/message.ts";
import { CLOSE_SESSION_ENDED, encode, FRAME_MAX_BYTES, type ServerEvent } from "#domain/protocol.ts";
import { DirectRequests } from "#durable-objects/conversation/direct-requests.ts";
import { errorEvent, refusedEvent } from "#durable-objects/conversation/events.ts";
import type { ConversationRow } from "#durable-objects/conversation/record.ts";
import { StreamBuffer } from "#durable-objects/conversation/stream-buffer.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { fakeTimersInTests } from "#tests/workers/helpers/fake-timers.ts";
import { anOpenStory, aStory, eventually, messagesOf, StoryReader } from "./story-reader.ts";

it.each(["hello", '{"type":"stream-message","storyId":"x"}'])(
  "a frame that is none, %j, is answered with BAD_FRAME and changes nothing",
  async (frame) => {
    const { story, reader } = await anOpenStory();
    reader.sendRaw(frame);
    expect(await reader.next("stream-error")).toMatchObject({ code: "BAD_FRAME", status: 400 });
    expect(reader.closed).toBeNull();
    expect(await messagesOf(story.stub)).toEqual([]);
  },
);

it("a frame with too long a message is refused with its sentence and its request id", async () => {
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

it("a frame over the limit closes the socket with 1009", async () => {
  const { reader } = await anOpenStory();
  reader.sendRaw("x".repeat(FRAME_MAX_BYTES + 1));
  await eventually(() => expect(reader.closed?.code).toBe(1009));
});

it("a reader who closes their socket is answered, so that their browser need not wait", async () => {
  const { reader } = await anOpenStory();
  reader.close();
  await eventually(() => expect(reader.closed).not.toBeNull());
});

it("a frame that names another story is not found", async () => {
  const { reader } = await anOpenStory();
  reader.send({
    type: "stream-message",
    requestId: createId(),
    storyId: createId(),
    content: "I look around",
  });
  expect(await reader.next("stream-error")).toMatchObject({ code: "NOT_FOUND", status: 404 });
});

it("a frame that still arrives from a session that has ended is not acted on", async () => {
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

it("a frame without a request id is given one", async () => {
  const { story, reader } = await anOpenStory();
  reader.sendRaw(
    JSON.stringify({ type: "stream-message", storyId: story.storyId, content: "I look around" }),
  );
  const { requestId, message } = await reader.next("message-accepted");
  expect(message.content).toBe("I look around");
  expect(requestId).toMatch(/^[\w-]{8,64}$/);
  expect(await reader.next("stream-complete")).toMatchObject({ requestId });
});

it("a frame is accepted before a join, but only joined readers get events", async () => {
  const story = await aStory();
  const silent = await StoryReader.connect(story);
  const { reader } = await StoryReader.join(story);
  silent.write("I look around");
  await reader.next("stream-complete");
  expect(silent.events).toEqual([]);
});

it("a story projects its last message and counts to D1", async () => {
  const { story, reader } = await anOpenStory();
  const { message } = await reader.exchange("I look around");
  await eventually(async () => {
    expect(await story.row()).toMatchObject({
      lastMessage: message.content,
      messageCount: 2,
      exchangeCount: 1,
      updatedAt: message.timestamp,
    });
  });
});

it("a story that is deleted stops its reply, notifies and disconnects its readers, and accepts nothing more", async () => {
  const { story, reader } = await anOpenStory();
  reader.write(replyScript({ pieces: 100, everyMs: 10 }));
  await reader.next("stream-chunk");
  await story.stub.close(story.owner);
  await eventually(() => expect(reader.closed?.code).toBe(4404));
  expect(reader.events).toContainEqual({ type: "conversation-updated", deleted: true });
  const late = await StoryReader.connect(story);
  late.write("I look around");
  expect(await late.next("stream-error")).toMatchObject({ code: "NOT_FOUND" });
});

const REQUEST = { requestId: "request-1", kind: "continue", content: "" } as const;

const JOINED: ServerEvent = { type: "joined", headMessageId: null, messageCount: 0, turn: null };

fakeTimersInTests();

type Admit = (send: (event: ServerEvent) => void, broadcast: (event: ServerEvent) => void) => void;

/** Requests that `admit` answers: to their caller, and to everybody who listens. */
function createRequests(admit: Admit) {
  const listeners = new Set<(event: ServerEvent) => void>();
  const broadcast = (event: ServerEvent) => {
    for (const listener of listeners) listener(event);
  };
  const requests = new DirectRequests({
    readers: {
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    join: () => JOINED,
    turn: { request: async (_request, _row, { send }) => admit(send, broadcast) },
    sync: () => Promise.resolve(),
    findOpen: () => ({ userId: "reader" }) as ConversationRow,
  });
  return { requests, listeners };
}

it.each(["ask", "askAndFollow"] as const)("%s leaves nothing behind when the turn throws", async (call) => {
  const { requests, listeners } = createRequests(() => {
    throw new Error("The disk is full.");
  });
  await expect(requests[call](REQUEST)).rejects.toThrow("The disk is full.");
  expect(listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0); // a timer keeps the object awake
});

const REFUSAL = refusedEvent("STREAM_IN_PROGRESS", REQUEST);
const START = { type: "stream-start", messageId: "message-1", parentId: null } as const;

it("a refusal is answered without a stream, also when others' events come before it", async () => {
  const { requests, listeners } = createRequests((send, broadcast) => {
    broadcast({ type: "conversation-updated", title: "Rain" });
    broadcast({ ...START, requestId: "request-of-another-tab" });
    broadcast(refusedEvent("STREAM_STOPPED", { ...REQUEST, requestId: "another" }));
    send(REFUSAL);
  });
  expect(await requests.askAndFollow(REQUEST)).toMatchObject({ ok: false, code: "STREAM_IN_PROGRESS" });
  await vi.waitFor(() => expect(listeners.size).toBe(0));
  expect(vi.getTimerCount()).toBe(0);
});

it("the stream begins with the state, and an error after the own reply has begun ends it", async () => {
  const { requests } = createRequests((_, broadcast) => {
    broadcast({ ...START, requestId: REQUEST.requestId });
    broadcast(errorEvent("STREAM_ERROR", { requestId: REQUEST.requestId }));
  });
  const answer = await requests.askAndFollow(REQUEST);
  if (!(answer instanceof Response)) throw new Error("There must be a stream.");
  const text = await answer.text();
  expect(text.match(/"type":"[^"]+"/g)).toEqual([
    '"type":"joined"',
    '"type":"stream-start"',
    '"type":"stream-error"',
  ]);
});

it("the text of a reply is stored and sent at once, and then about ten times a second", async () => {
  const sent: string[] = [];
  const buffer = new StreamBuffer((text) => sent.push(text), "");
  for (let piece = 0; piece < 100; piece += 1) {
    buffer.push("a");
    await vi.advanceTimersByTimeAsync(10);
  }
  buffer.flush();
  expect(sent[0]).toBe("a");
  expect(sent.join("")).toHaveLength(100);
  expect(sent.length).toBeGreaterThan(7);
  expect(sent.length).toBeLessThan(16);
});
