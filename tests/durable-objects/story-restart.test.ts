import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { replyScript, scriptedText } from "../fakes/reply-script.ts";
import { whileObjectCalls } from "../workers/helpers/watched-calls.ts";
import {
  anOpenStory,
  eventually,
  inStorage,
  killObject,
  ledgerOf,
  messagesOf,
  modelRequests,
  StoryReader,
} from "./story-reader.ts";

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

  third.reader.regenerate();
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
