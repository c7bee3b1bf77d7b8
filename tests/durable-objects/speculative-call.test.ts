import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { PLAN_LIMITS, toMonth } from "#domain/plan.ts";
import { SPECULATION_SPARKS } from "#durable-objects/conversation/conversation-turn.ts";
import { whileObjectCalls } from "#tests/workers/helpers/watched-calls.ts";
import { sparkLedger } from "#workers/db/schema/index.ts";
import { type ReplyScript, replyScript } from "../fakes/reply-script.ts";
import {
  anOpenStory,
  type aStory,
  eventually,
  killObject,
  ledgerOf,
  messagesOf,
  modelRequests,
  type Story,
  StoryReader,
} from "./story-reader.ts";

/** A story in which a reply was written and paid for, so that the model may be called for the next one before it is paid for. */
async function aBegunStory(options: Parameters<typeof aStory>[0] = {}) {
  const { story, reader } = await anOpenStory(options);
  await reader.exchange("I look around");
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
  return { story, reader };
}

/** Runs something while D1 answers no object, until `release` is called. */
function whileD1IsHeld(run: (release: () => void) => Promise<void>): Promise<void> {
  let isHeld = true;
  return whileObjectCalls(
    async (_, call) => {
      while (isHeld) await scheduler.wait(1);
      return call();
    },
    () =>
      run(() => {
        isHeld = false;
      }).finally(() => {
        isHeld = false;
      }),
  );
}

/** The player's text with a script under a new id, and what the model was asked for it. */
function scripted(script: ReplyScript = {}) {
  const id = createId();
  return { id, text: replyScript({ id, ...script }), requests: () => modelRequests(id) };
}

/** Sends a text while D1 is held, and lets D1 answer once the model was asked. */
async function writeWhileHeld<T>(
  reader: StoryReader,
  { text, requests }: ReturnType<typeof scripted>,
  wait: () => Promise<T>,
): Promise<T> {
  await whileD1IsHeld(async (release) => {
    reader.write(text);
    await eventually(async () => expect(await requests()).not.toEqual([]));
    release();
  });
  return wait();
}

/** Uses up the Sparks that the user has this month, except for `left`. */
async function leaveSparks({ db, userId }: Story, left: number): Promise<void> {
  const at = new Date().toISOString();
  const used = await ledgerOf(userId);
  await db.insert(sparkLedger).values({
    turnKey: createId(),
    userId,
    month: toMonth(new Date()),
    purpose: "image",
    sparks: PLAN_LIMITS.premium.sparksPerMonth - used.length - left,
    state: "charged",
    reservedAt: at,
    settledAt: at,
  });
}

it("the model is asked while D1 is asked, and nothing is stored or shown before the Spark is reserved", async () => {
  const { story, reader } = await aBegunStory();
  const { text, requests } = scripted({ pieces: 4 });
  const seen = reader.events.length;
  await whileD1IsHeld(async (release) => {
    reader.write(text);
    await eventually(async () => expect(await requests()).toHaveLength(1));
    await scheduler.wait(50); // the whole reply has come
    expect(reader.events.slice(seen)).toEqual([]);
    expect(await messagesOf(story.stub)).toHaveLength(2);
    expect(await ledgerOf(story.userId)).toEqual(["charged"]);
    release();
    const complete = await reader.next("stream-complete");
    expect(complete.userMessage?.content).toBe(text);
    expect(complete.message.parentId).toBe(complete.userMessage?.messageId);
    expect(reader.textOf(complete.message.messageId)).toBe(complete.message.content);
  });
  const types = reader.events.slice(seen).map(({ type }) => type);
  expect(types.slice(0, 3)).toEqual(["message-accepted", "stream-start", "stream-chunk"]);
  expect(await requests()).toMatchObject([{ aborted: false }]);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]));
});

it("an early call of the model is aborted by a refusal, leaves nothing behind, and there is no other before a reply is paid for", async () => {
  const { story, reader } = await aBegunStory();
  await leaveSparks(story, 0);
  const first = scripted({ pieces: 400, everyMs: 10 });
  const error = await writeWhileHeld(reader, first, () => reader.next("stream-error"));
  expect(error).toMatchObject({ code: "MONTHLY_LIMIT_EXCEEDED", restoredText: first.text });
  await eventually(async () => expect(await first.requests()).toMatchObject([{ aborted: true }]));
  expect(await messagesOf(story.stub)).toHaveLength(2);
  expect(reader.events.filter(({ type }) => type === "message-accepted")).toHaveLength(1);

  const second = scripted();
  reader.write(second.text);
  expect(await reader.next("stream-error")).toMatchObject({ code: "MONTHLY_LIMIT_EXCEEDED" });
  expect(await second.requests()).toEqual([]);
});

it("an early call of the model is not taken with few Sparks left", async () => {
  const { story, reader } = await aBegunStory();
  await leaveSparks(story, SPECULATION_SPARKS + 1);
  await reader.exchange("I light the lamp"); // leaves as many as that
  const { text, requests } = scripted();
  await whileD1IsHeld(async (release) => {
    reader.write(text);
    await scheduler.wait(100);
    expect(await requests()).toEqual([]);
    release();
    await reader.next("stream-complete");
  });
  expect(await requests()).toHaveLength(1);
});

it("an early call of the model from facts that have changed is aborted, and the model is asked with the new ones", async () => {
  const { story, reader } = await aBegunStory();
  const description = "A lighthouse whose lamp has gone out.";
  await story.setRow({ description });
  const sent = scripted({ pieces: 100, everyMs: 10 });
  const complete = await writeWhileHeld(reader, sent, () => reader.next("stream-complete"));
  const [old, current] = await sent.requests();
  expect(JSON.stringify(old?.messages)).not.toContain(description);
  expect(JSON.stringify(current?.messages)).toContain(description);
  expect([old?.aborted, current?.aborted]).toEqual([true, false]);
  expect(reader.textOf(complete.message.messageId)).toBe(complete.message.content);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]));
});

it("an early call of the model that is stopped while D1 is asked is one of the person's free stops", async () => {
  const { story, reader } = await aBegunStory();
  const { text, requests } = scripted({ fault: "hang" });
  await whileD1IsHeld(async (release) => {
    reader.write(text);
    await eventually(async () => expect(await requests()).toHaveLength(1));
    reader.stop();
    await scheduler.wait(20);
    release();
    expect(await reader.next("stream-error")).toMatchObject({
      code: "STREAM_STOPPED",
      restoredText: text,
    });
  });
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", "free-stop"]));
  await eventually(async () => expect(await requests()).toMatchObject([{ aborted: true }]));
  expect(await messagesOf(story.stub)).toHaveLength(2);
});

it("an early call of a model that fails ends as other replies do: refunded, with the text back", async () => {
  const { story, reader } = await aBegunStory();
  const sent = scripted({ fault: "status-500" });
  const error = await writeWhileHeld(reader, sent, () => reader.next("stream-error"));
  expect(error).toMatchObject({ restoredText: sent.text });
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", "refunded"]));
});

it("a turn that is being paid for is refused and refunded if it is stopped before the model was called", async () => {
  const { story, reader } = await anOpenStory();
  await whileD1IsHeld(async (release) => {
    reader.write("I look around");
    reader.stop();
    // Frames are read in their order, so the stop has been read when this one is answered.
    reader.send({ type: "join-story", storyId: story.storyId });
    await reader.next("joined");
    release();
    expect(await reader.next("stream-error")).toMatchObject({
      code: "STREAM_STOPPED",
      restoredText: "I look around",
    });
  });
  expect(await messagesOf(story.stub)).toEqual([]);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["refunded"]));
  await reader.exchange("I look around");
});

it("a turn that is being paid for is the only one, and runs once if its request comes twice", async () => {
  const { story, reader } = await anOpenStory();
  const { text, requests } = scripted();
  await whileD1IsHeld(async (release) => {
    const requestId = reader.write(text);
    reader.write(text, requestId);
    reader.write("I run");
    expect(await reader.next("stream-error")).toMatchObject({
      code: "STREAM_IN_PROGRESS",
      restoredText: "I run",
    });
    release();
    expect(await reader.next("stream-complete")).toMatchObject({ requestId });
  });
  expect(await requests()).toHaveLength(1);
  expect(await messagesOf(story.stub)).toHaveLength(2);
});

it("a turn that is being paid for is refused if the story is deleted meanwhile", async () => {
  const { story, reader } = await anOpenStory();
  const { text, requests } = scripted();
  await whileD1IsHeld(async (release) => {
    reader.write(text);
    await scheduler.wait(20);
    await story.stub.close(story.owner);
    release();
  });
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["refunded"]));
  expect(await requests()).toEqual([]);
  expect(await messagesOf(story.stub)).toEqual([]);
});

it("a turn that is being paid for is refused with its text if D1 fails, and the next one works", async () => {
  const { story, reader } = await anOpenStory();
  await whileObjectCalls(
    () => Promise.reject(new Error("D1 is away.")),
    async () => {
      reader.write("I look around");
      expect(await reader.next("stream-error")).toMatchObject({
        code: "INTERNAL",
        restoredText: "I look around",
      });
    },
  );
  await reader.exchange("I look around");
  expect(await messagesOf(story.stub)).toHaveLength(2);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));
});

it("a restart while D1 is asked forgets the turn, refunds it, and the request may come again", async () => {
  const { story, reader } = await aBegunStory();
  const { text, requests } = scripted({ pieces: 300, everyMs: 10 });
  let requestId = "";
  await whileD1IsHeld(async () => {
    requestId = reader.write(text);
    await eventually(async () => expect(await requests()).toHaveLength(1));
    await killObject(story.stub);
  });
  expect(await messagesOf(story.stub)).toHaveLength(2);
  await eventually(async () => expect(await requests()).toMatchObject([{ aborted: true }]));
  await eventually(async () => expect(await ledgerOf(story.userId)).not.toContain("reserved"));

  const back = await StoryReader.join(story);
  const again = scripted({ pieces: 3 });
  await back.reader.exchange(again.text, requestId);
  expect(await again.requests()).toHaveLength(1);
  expect(await messagesOf(story.stub)).toHaveLength(4);
  await eventually(async () =>
    expect((await ledgerOf(story.userId)).filter((state) => state !== "refunded")).toEqual([
      "charged",
      "charged",
    ]),
  );
});
