import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { expect, it } from "vitest";
import { type Message, revisionSchema } from "#domain/message.ts";
import { pathPageSchema } from "#domain/paths.ts";
import { CONVERSATIONS, type ConversationName, type Reader } from "./harness/reader.ts";
import { report, World } from "./harness/world.ts";

/** How often all changes are cut off by a kill: `KILLS=50 npm run test:faults -- edits` for the long run. */
const KILLS = Number(process.env["KILLS"] ?? 1);
/** A change takes some milliseconds, more beside six others; it is asked for at any time within these before the kill. */
const KILL_WITHIN_MS = 120;

const world = await World.shared();

/** What is in a conversation, wherever it lies: all texts of all messages of all paths and of the bin. */
type Whole = { path: string[]; texts: string[] };
type Talk = { reader: Reader; base: string; id: string };

const CHANGES: Record<string, (talk: Talk, told: readonly Message[]) => Promise<unknown>> = {
  edit: ({ reader, base }, told) => {
    const { messageId, revision } = pick(told, 1);
    const body = { content: `Edited ${crypto.randomUUID()}.`, revision };
    return reader.call("PATCH", `${base}/messages/${messageId}`, body);
  },
  "another version": ({ reader, base }, told) => {
    const body = { content: `Another ${crypto.randomUUID()}.`, newMessageId: crypto.randomUUID() };
    return reader.call("POST", `${base}/messages/${pick(told, 1).messageId}/versions`, body);
  },
  "going on": ({ reader, base }, told) =>
    reader.call("POST", `${base}/messages/${pick(told, 1).messageId}/continue-from`),
  removal: ({ reader, base }, told) => reader.call("DELETE", `${base}/messages/${pick(told, 2).messageId}`),
  name: async ({ reader, base }, told) => {
    const body = { name: `Path ${crypto.randomUUID()}` };
    return reader.call("PATCH", `${base}/paths/${pick(told, told.length - 1).messageId}`, body);
  },
};

/** Chats run on the same core as stories, so two of their changes are enough. */
const TRIED = [
  ...Object.entries(CHANGES).map(([name, change]) => ({ kind: "story", name, change }) as const),
  ...Object.entries(CHANGES)
    .slice(0, 2)
    .map(([name, change]) => ({ kind: "chat", name, change }) as const),
];

it(
  "kills at random moments of each change lose nothing in a story or a chat",
  async () => {
    const ends = { before: 0, after: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const trials = await Promise.all(
        TRIED.map(async ({ kind, name, change }) => {
          const talk = await beginTalk(kind);
          const told = await talk.reader.messages(talk.id);
          return { talk, told, name, change, before: await readWhole(talk, told) };
        }),
      );
      // They begin one after another, so that the kill meets each at another moment.
      const asked = trials.map(async ({ talk, told, change }) => {
        await wait(Math.random() * KILL_WITHIN_MS);
        return change(talk, told).then(
          () => true,
          () => false,
        );
      });
      await wait(KILL_WITHIN_MS);
      await world.product.kill9();
      const answers = await Promise.all(asked);
      await world.product.startAgain();
      for (const [index, { talk, told, name, before }] of trials.entries()) {
        const after = await readWhole(talk, told);
        expect(after.texts, `${name}: nothing is lost`).toEqual(expect.arrayContaining(before.texts));
        if (answers[index]) expect(after, `${name}: what was answered is there`).not.toEqual(before);
        ends[JSON.stringify(after) === JSON.stringify(before) ? "before" : "after"] += 1;
        // It goes on as ever.
        const socket = await talk.reader.open(talk.id);
        expect((await socket.waitForEnd(socket.write("I go on"))).type).toBe("stream-complete");
        socket.close();
      }
    }
    report.info({ kills: KILLS, changes: KILLS * TRIED.length, ...ends });
  },
  300_000 + KILLS * 60_000,
);

async function beginTalk(kind: ConversationName): Promise<Talk> {
  const reader = await world.newReader(kind);
  const id = await reader.begin();
  const socket = await reader.open(id);
  for (const line of ["I look around", "I take the key"]) {
    await socket.waitForEnd(socket.write(line));
  }
  socket.close();
  return { reader, id, base: `/api/${CONVERSATIONS[kind].path}/${id}` };
}

async function readWhole({ reader, base, id }: Talk, told: readonly Message[]): Promise<Whole> {
  const page = v.parse(pathPageSchema, await reader.call("GET", `${base}/paths`));
  const revisions = await Promise.all(
    told.map(({ messageId }) => reader.call("GET", `${base}/messages/${messageId}/revisions`)),
  );
  const texts = revisions.flatMap((all) =>
    v.parse(v.array(revisionSchema), all).map(({ content }) => content),
  );
  const names = page.paths.map(({ name, leafId }) => `${leafId} ${name}`);
  const removed = page.removed.map(({ messageId }) => `removed ${messageId}`);
  const path = (await reader.messages(id)).map(({ content }) => content);
  return { path: [...path, ...names, ...removed], texts };
}

function pick(told: readonly Message[], index: number): Message {
  const message = told[index];
  if (message === undefined) throw new Error("There are fewer messages.");
  return message;
}
