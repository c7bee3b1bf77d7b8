import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ErrorCode } from "#domain/errors.ts";
import { type ReplyScript, replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import type { Reader } from "./harness/reader.ts";
import { report } from "./harness/report.ts";
import { ledgerStates } from "./harness/state-files.ts";
import { World } from "./harness/world.ts";

/** Trials of each test, up to the test's own limit: `TRIALS=200 npm run test:faults -- turns` for the long run. */
const TRIALS = Number(process.env["TRIALS"] ?? 3);
/** Trials that run at the same time. */
const AT_ONCE = 10;
/** After a stop the request to the model must be closed within this time. */
const STOPPED_WITHIN_MS = 200;
/** The specification's limit of a turn, plus time for a slow machine. */
const TURN_LIMIT_MS = 60_000 + 3_000;
const TIMEOUT_MS = 120_000 + TRIALS * 3_000;

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await world.stop();
});

/** Runs the trials, several at the same time, each with a reader and a story of its own. */
async function trials(
  most: number,
  run: (reader: Reader, storyId: string, id: string) => Promise<void>,
): Promise<void> {
  const count = Math.min(TRIALS, most);
  for (let begun = 0; begun < count; begun += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - begun) }, async () => {
      const reader = await world.newReader();
      await run(reader, await reader.beginStory(), crypto.randomUUID());
    });
    await Promise.all(batch);
  }
}

function modelCalls(id: string) {
  return world.model.log.filter((entry) => entry.id === id);
}

async function expectLedger(reader: Reader, states: string[]): Promise<void> {
  await expect
    .poll(() => ledgerStates(world.product.stateDir, reader.sub).toSorted(), { timeout: 10_000 })
    .toEqual(states);
}

describe(`in up to ${TRIALS} trials`, () => {
  it(
    "the same request, five times at once over two sockets and again after a reconnect, is one turn",
    async () => {
      await trials(200, async (reader, storyId, id) => {
        const [one, two] = await Promise.all([reader.open(storyId), reader.open(storyId)]);
        const content = replyScript({ id, pieces: 10, everyMs: 10 });
        const message = { type: "stream-message", requestId: crypto.randomUUID(), storyId, content } as const;
        for (const socket of [one, two, one, two, one]) socket.send(message);
        const { message: reply } = await one.waitFor("stream-complete");
        one.close();
        const back = await reader.open(storyId);
        back.send(message);
        expect((await back.waitFor("stream-complete")).message).toEqual(reply);

        expect((await reader.messages(storyId)).map(({ content: text }) => text)).toEqual([
          content,
          scriptedText(10, id),
        ]);
        expect(modelCalls(id)).toHaveLength(1);
        await expectLedger(reader, ["charged"]);
        for (const socket of [two, back]) {
          expect(socket.events.filter(({ type }) => type === "stream-error")).toEqual([]);
          socket.close();
        }
      });
    },
    TIMEOUT_MS,
  );

  it(
    "of two different simultaneous requests one runs, and the other is refused and gets its text back",
    async () => {
      await trials(200, async (reader, storyId, id) => {
        const sockets = await Promise.all([reader.open(storyId), reader.open(storyId)]);
        const contents = ["I run", "I hide"].map((action) =>
          replyScript({ id, pieces: 10, everyMs: 10 }, action),
        );
        const requestIds = sockets.map((socket, index) => socket.say(contents[index] ?? ""));
        const { requestId } = await sockets[0].waitFor("stream-complete");
        const loser = requestId === requestIds[0] ? 1 : 0;
        const refusal = await sockets[loser].waitFor("stream-error");
        expect(refusal).toMatchObject({
          code: "STREAM_IN_PROGRESS",
          message: "Another stream is already in progress",
          requestId: requestIds[loser],
          restoredText: contents[loser],
        });
        expect(modelCalls(id)).toHaveLength(1);
        expect(await reader.messages(storyId)).toHaveLength(2);
        await expectLedger(reader, ["charged"]);
        for (const socket of sockets) socket.close();
      });
    },
    TIMEOUT_MS,
  );

  it(
    "a stop closes the request to the model at once and keeps the text so far",
    async () => {
      const took: number[] = [];
      await trials(50, async (reader, storyId, id) => {
        const socket = await reader.open(storyId);
        socket.say(replyScript({ id, pieces: 2_000, everyMs: 15 }));
        await socket.waitFor("stream-chunk");
        await wait(Math.random() * 500);
        const asked = Date.now();
        socket.send({ type: "stream-stop", storyId });
        const { message } = await socket.waitFor("stream-complete");
        await expect.poll(() => modelCalls(id)[0]?.aborted, { timeout: 2_000, interval: 5 }).toBe(true);
        took.push((modelCalls(id)[0]?.endedAt ?? Number.POSITIVE_INFINITY) - asked);
        expect(message.status).toBe("interrupted");
        expect(scriptedText(2_000, id).startsWith(message.content)).toBe(true);
        await expectLedger(reader, ["charged"]);
        socket.close();
      });
      report.info({ stop: "ms until the request to the model was closed", max: Math.max(...took) });
      for (const ms of took) expect(ms).toBeLessThanOrEqual(STOPPED_WITHIN_MS);
    },
    TIMEOUT_MS,
  );

  it(
    "a reply whose readers all leave in mid-stream is completed and stored",
    async () => {
      await trials(50, async (reader, storyId, id) => {
        const sockets = await Promise.all([reader.open(storyId), reader.open(storyId)]);
        sockets[0].say(replyScript({ id, pieces: 60, everyMs: 15 }));
        await sockets[1].waitFor("stream-chunk");
        await wait(Math.random() * 500);
        for (const socket of sockets) socket.close();
        await expect
          .poll(async () => (await reader.messages(storyId)).at(-1), { timeout: 10_000 })
          .toMatchObject({ role: "assistant", status: "complete", content: scriptedText(60, id) });
        await expectLedger(reader, ["charged"]);
      });
    },
    TIMEOUT_MS,
  );
});

const FAULT_TRIALS = 20;

type Fault = { name: string; script: ReplyScript; code: ErrorCode; keeps: boolean };

const FAULTS: Fault[] = [
  { name: "a 500", script: { fault: "status-500" }, code: "MODEL_UNAVAILABLE", keeps: false },
  { name: "a 429", script: { fault: "status-429" }, code: "MODEL_BUSY", keeps: false },
  { name: "a refused connection", script: { fault: "refused" }, code: "MODEL_UNAVAILABLE", keeps: false },
  { name: "an empty reply", script: { fault: "empty" }, code: "EMPTY_REPLY", keeps: false },
  { name: "a cut", script: { fault: "cut", after: 8, everyMs: 20 }, code: "STREAM_ERROR", keeps: true },
  {
    name: "malformed events",
    script: { fault: "malformed", after: 8, everyMs: 20 },
    code: "STREAM_ERROR",
    keeps: true,
  },
  {
    name: "a line of 10 MB",
    script: { fault: "huge-line", after: 8, everyMs: 20 },
    code: "STREAM_ERROR",
    keeps: true,
  },
  { name: "an endless stream", script: { fault: "endless" }, code: "STREAM_ERROR", keeps: true },
  // Each of these takes a minute: only in the long run. The object's tests check the limit itself with a fake clock.
  ...(TRIALS < FAULT_TRIALS
    ? []
    : [
        { name: "silence", script: { fault: "hang" }, code: "STREAM_TIMEOUT", keeps: false } as const,
        {
          name: "silence in mid-stream",
          script: { fault: "hang", after: 8 },
          code: "STREAM_TIMEOUT",
          keeps: true,
        } as const,
      ]),
];

describe.each(FAULTS)(
  `a model that answers with $name, in ${Math.min(TRIALS, FAULT_TRIALS)} trials`,
  ({ script, code, keeps }) => {
    it(
      "ends the turn once, in time, with its code, charges nothing twice, and the next turn works",
      async () => {
        await trials(FAULT_TRIALS, async (reader, storyId, id) => {
          const socket = await reader.open(storyId);
          const content = replyScript({ id, ...script });
          const began = performance.now();
          const requestId = socket.say(content);
          const error = await socket.waitFor("stream-error", undefined, TURN_LIMIT_MS);
          expect(performance.now() - began).toBeLessThan(TURN_LIMIT_MS);
          expect(error).toMatchObject({ code, requestId, ...(keeps ? {} : { restoredText: content }) });
          expect(error.partial?.status).toBe(keeps ? "interrupted" : undefined);

          const again = crypto.randomUUID();
          const retry = socket.say(replyScript({ id: again, pieces: 3 }, "I try again"));
          const complete = await socket.waitFor("stream-complete", (event) => event.requestId === retry);
          expect(complete.message.content).toBe(scriptedText(3, again));
          expect(socket.events.filter(({ type }) => type === "stream-error")).toHaveLength(1);
          await expectLedger(reader, ["charged", keeps ? "charged" : "refunded"]);
          socket.close();
        });
      },
      TIMEOUT_MS + TURN_LIMIT_MS * 2,
    );
  },
);
