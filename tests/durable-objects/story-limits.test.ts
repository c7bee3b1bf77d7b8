import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { CLOSE_BEHIND, CLOSE_SESSION_ENDED, CLOSE_TOO_MANY_FRAMES } from "#domain/protocol.ts";
import { CONVERSATION_LIMITS, FREE_STOPS } from "#domain/rate-limits.ts";
import { replyScript } from "../fakes/reply-script.ts";
import {
  anOpenStory,
  aStory,
  EventStreamReader,
  eventually,
  inStorage,
  ledgerOf,
  type Story,
  StoryReader,
} from "./story-reader.ts";

/** Stores turns as if they had just run. */
async function storeTurns(story: Story, count: number): Promise<void> {
  await inStorage(story.stub, ({ sql }) => {
    for (let index = 0; index < count; index += 1) {
      sql.exec(
        `INSERT INTO turns (request_id, kind, state, user_id, content, reply_id, asked_at)
         VALUES (?, 'message', 'complete', ?, '', ?, ?)`,
        ...[createId(), story.userId, createId(), Date.now()],
      );
    }
  });
}

async function stopBeforeText(reader: StoryReader) {
  reader.write(replyScript({ firstMs: 5_000 }));
  await reader.next("stream-start");
  reader.stop();
  return reader.next("stream-error");
}

it("a stop before any text is free a few times an hour, also over an eviction, and charged after that; with text it does not count", async () => {
  const { limit } = FREE_STOPS;
  const { story, reader } = await anOpenStory();
  reader.write(replyScript({ pieces: 500, everyMs: 10 }));
  await reader.next("stream-chunk");
  reader.stop();
  await reader.next("stream-complete");
  for (let count = 0; count < limit; count += 1) {
    expect((await stopBeforeText(reader)).code).toBe("STREAM_STOPPED");
  }
  reader.close();
  const free = ["charged", ...Array.from({ length: limit }, () => "free-stop")];
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(free));

  await evictDurableObject(story.stub);
  const { reader: later } = await StoryReader.join(story);
  const stopped = await stopBeforeText(later);
  expect(stopped).toMatchObject({ code: "STREAM_STOPPED_CHARGED", status: 499 });
  expect(stopped.restoredText).toContain("I look around");
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", ...free]));
});

it("a stop by a deletion counts as any other", async () => {
  const { story, reader } = await anOpenStory();
  reader.write(replyScript({ firstMs: 5_000 }));
  await reader.next("stream-start");
  await story.stub.close(story.owner);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["free-stop"]));
});

it("sends of a minute are counted across an eviction; one too many gets the time to wait", async () => {
  const { story } = await anOpenStory();
  await storeTurns(story, CONVERSATION_LIMITS.sends.limit - 1);
  await evictDurableObject(story.stub);
  const { reader } = await StoryReader.join(story);
  await reader.exchange("I look around");
  const requestId = reader.write("I run");
  const refused = await reader.next("stream-error");
  expect(refused).toMatchObject({ code: "RATE_LIMITED", requestId, restoredText: "I run" });
  expect(refused.retryAfterSeconds).toBeGreaterThan(30);
  expect(refused.message).toBe(
    `Too many requests. Please try again in ${refused.retryAfterSeconds} seconds.`,
  );
  // Another version has its own count.
  await reader.regenerate();
});

it("suggestions of a minute have a limit whose error has the time to wait", async () => {
  const { story } = await anOpenStory();
  for (let count = 0; count < CONVERSATION_LIMITS.suggestions.limit; count += 1) {
    expect(await story.stub.suggest({ another: false })).toEqual({ ok: false, code: "NOT_BEGUN" });
  }
  expect(await story.stub.suggest({ another: false })).toMatchObject({
    code: "RATE_LIMITED",
    retryAfterSeconds: expect.any(Number),
  });
});

it("frames of a second beyond the limit close their socket with 1008 and are ignored; another socket continues", async () => {
  const { story, reader } = await anOpenStory();
  const { reader: other } = await StoryReader.join(story);
  for (let count = 0; count < CONVERSATION_LIMITS.framesPerSocket.limit * 2; count += 1) {
    reader.send({ type: "join-story", storyId: story.storyId });
  }
  await eventually(() => expect(reader.closed?.code).toBe(CLOSE_TOO_MANY_FRAMES));
  const answers = reader.events.filter(({ type }) => type === "joined").length;
  expect(answers).toBeLessThanOrEqual(CONVERSATION_LIMITS.framesPerSocket.limit);
  await other.exchange("I look around");
});

/** Readers of one story. */
const CROWD = 200;

/** Frames of 30 KiB to everybody: more than the limit of unread bytes of one reader. */
async function tellMuch(story: Story, readers: readonly StoryReader[], times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const description = `${count} ${"x".repeat(30 * 1024)}`;
    await story.stub.announce({ type: "conversation-updated", description });
    for (const reader of readers) {
      await reader.next("conversation-updated", (event) => event.description === description);
    }
  }
}

it("a reader who does not read over a socket is disconnected with 1013 before too many bytes wait; one who confirms stays", async () => {
  const { story, reader } = await anOpenStory();
  const { reader: silent } = await StoryReader.join(story);
  silent.answersChecks = false;
  await tellMuch(story, [reader], 40);
  await eventually(() => expect(silent.closed?.code).toBe(CLOSE_BEHIND));
  expect(reader.closed).toBeNull();
  const bytes = silent.events.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
  expect(bytes).toBeLessThanOrEqual(CONVERSATION_LIMITS.backlogBytes + 1_000);
  expect(bytes).toBeGreaterThan(CONVERSATION_LIMITS.backlogBytes / 2);
});

it("a reader who does not read over a socket gains nothing by an unrequested confirmation", async () => {
  const story = await aStory();
  const { reader: silent } = await StoryReader.join(story);
  silent.answersChecks = false;
  for (let count = 0; count < 20 && silent.closed === null; count += 1) {
    silent.send({ type: "read-until", storyId: story.storyId, mark: createId() });
    await story.stub.announce({ type: "conversation-updated", description: "x".repeat(30 * 1024) });
  }
  await eventually(() => expect(silent.closed?.code).toBe(CLOSE_BEHIND));
});

it("a reader who does not read is told from a crowd whose confirmations are more than the frames of a minute", async () => {
  const story = await aStory();
  const crowd: StoryReader[] = [];
  for (let count = 0; count < CROWD; count += 1) crowd.push((await StoryReader.join(story)).reader);
  const { framesOfAll, backlogBytesOfAll } = CONVERSATION_LIMITS;
  const description = "x".repeat((backlogBytesOfAll / CROWD) * 0.3); // more than a quarter: each is enough for a check
  for (let confirmed = 0; confirmed <= framesOfAll.limit; confirmed += CROWD) {
    await story.stub.announce({ type: "conversation-updated", description });
    await Promise.all(crowd.map((reader) => reader.next("read-check")));
  }
  await story.stub.announce({ type: "conversation-updated", title: "Told" });
  await Promise.all(
    crowd.map((reader) => reader.next("conversation-updated", ({ title }) => title === "Told")),
  );
  expect(crowd.filter(({ closed }) => closed !== null)).toEqual([]);
});

it("a reader who does not read over an event stream is disconnected as well", async () => {
  const story = await aStory();
  const stream = await EventStreamReader.open(story);
  for (let count = 0; count < 40; count += 1) {
    await story.stub.announce({ type: "conversation-updated", description: "x".repeat(30 * 1024) });
  }
  await expect(stream.until("stream-complete")).rejects.toThrow();
  const bytes = stream.events.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
  expect(bytes).toBeLessThan(CONVERSATION_LIMITS.backlogBytes * 2);
});

it("event streams beyond the limit end the oldest", async () => {
  const { story } = await anOpenStory();
  const streams: EventStreamReader[] = [];
  for (let count = 0; count <= CONVERSATION_LIMITS.openEventStreams; count += 1) {
    streams.push(await EventStreamReader.open(story));
  }
  const [oldest, next] = streams;
  await expect(oldest?.until("stream-complete")).rejects.toThrow();
  await story.stub.announce({ type: "conversation-updated", title: "Told" });
  await next?.until("conversation-updated");
  for (const stream of streams.slice(1)) await stream.leave();
});

it("a reader whose token expires is disconnected with 4401 then, and later frames are ignored", async () => {
  const story = await aStory();
  const expiresAt = Date.now() + 700;
  const { reader } = await StoryReader.join({ ...story, stub: story.stub, expiresAt });
  const stream = await EventStreamReader.open({ ...story, stub: story.stub, expiresAt });
  const { reader: other } = await StoryReader.join(story);
  expect(reader.closed).toBeNull();
  await eventually(() => expect(reader.closed?.code).toBe(CLOSE_SESSION_ENDED));
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
  await expect(stream.until("stream-complete")).rejects.toThrow();
  await other.exchange("I look around");
  expect(reader.events.filter(({ type }) => type !== "joined")).toEqual([]);
});

it("a socket that is closing gets no further event, and the others get it", async () => {
  const story = await aStory();
  const readers = [(await StoryReader.join(story)).reader, (await StoryReader.join(story)).reader];
  await runInDurableObject(story.stub, (object, state) => {
    state.getWebSockets()[0]?.close(1000, "closed by the test");
    expect(state.getWebSockets()).toHaveLength(2);
    object.announce({ type: "conversation-updated", title: "Told" });
  });
  const wasTold = ({ events }: StoryReader) => events.some(({ type }) => type === "conversation-updated");
  const expected = [
    { isClosed: false, isTold: true },
    { isClosed: true, isTold: false },
  ];
  await eventually(() => {
    const states = readers.map((reader) => ({ isClosed: reader.closed !== null, isTold: wasTold(reader) }));
    expect(states).toEqual(expect.arrayContaining(expected));
  });
});

it("choosing the active version changes nothing and sends nothing; after several selections the lists have the last one", async () => {
  const { story, reader } = await anOpenStory();
  const { messageId: first } = await reader.exchange("I look around");
  const { messageId: second } = await reader.regenerate();

  const told = reader.events.length;
  reader.select(second);
  reader.select(second);
  reader.send({ type: "join-story", storyId: story.storyId });
  await reader.next("joined");
  const heads = reader.events.slice(told, -1).filter((event) => "headMessageId" in event);
  expect(heads).toEqual([]);

  for (const messageId of [first, second, first, second, first]) reader.select(messageId);
  await eventually(async () => expect((await story.row())?.lastMessageId).toBe(first));
});

it("choosing a version is refused when it comes too often", async () => {
  const { story, reader } = await anOpenStory();
  const { messageId } = await reader.exchange("I look around");
  // From several sockets, each within its own limit.
  const { limit } = CONVERSATION_LIMITS.selections;
  const { reader: other } = await StoryReader.join(story);
  const { reader: last } = await StoryReader.join(story);
  for (const each of [reader, other]) {
    for (let count = 0; count < limit / 2; count += 1) {
      each.select(messageId);
    }
    each.send({ type: "join-story", storyId: story.storyId });
    await each.next("joined");
  }
  last.select(messageId);
  expect(await last.next("stream-error")).toMatchObject({ code: "RATE_LIMITED" });
  expect(last.closed).toBeNull();
});
