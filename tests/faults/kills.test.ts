import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import type { StorySocket } from "#tests/harness/story-socket.ts";
import type { ConversationName, Reader } from "./harness/reader.ts";
import { ledgerStates } from "./harness/state-files.ts";
import { report, spread, World } from "./harness/world.ts";

/** How often everything is killed: `KILLS=500 npm run test:faults -- kills` for the long run. */
const KILLS = Number(process.env["KILLS"] ?? 2);
/** Conversations with a running reply at the moment of each kill. */
const AT_ONCE = ["story", "story", "story", "chat", "chat"] as const;
/** Turns before new people begin new conversations: within the free plan's Sparks and exchanges. */
const TURNS_EACH = 30;
const PIECES = 40;
const PIECE_MS = 20;
/** What the first of the running replies has come to when the kill comes; the others have begun after it. */
const KILL_AT = ["stream-chunk", "stream-complete", "message-accepted"] as const;
/** The longest time between two sends, and from that moment to the kill. */
const APART_MS = 200;
/** A limit against hanging. How long an interrupted turn takes to continue is printed: other tests may use both cores meanwhile. */
const TAKEN_UP_LIMIT_MS = 60_000;

type Turn = { id: string; content: string; requestId: string; socket: StorySocket };
type Talk = { reader: Reader; id: string; turns: Turn[] };

const world = await World.shared();

it(
  "kills at random moments lose, double, reorder and overcharge nothing in a story or a chat",
  async () => {
    const moments = { beforeAcceptance: 0, beforeText: 0, midStream: 0, afterEnd: 0, carriedOn: 0 };
    const restartsMs: number[] = [];
    const takenUpMs: number[] = [];
    let talks: Talk[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      if (kill % TURNS_EACH === 0) {
        await Promise.all(talks.map(checkTalk));
        talks = await Promise.all(AT_ONCE.map(beginTalk));
      }
      const turns: Turn[] = [];
      for (const [index, talk] of talks.entries()) {
        turns.push(await send(talk, `kill${kill}-${index}`));
        await wait(Math.random() * APART_MS);
      }
      await turns[0]?.socket.waitFor(KILL_AT[kill % KILL_AT.length] ?? "stream-chunk");
      await wait(Math.random() * APART_MS);
      await world.product.kill9();
      await Promise.all(turns.map(({ socket }) => socket.untilClosed()));
      const began = performance.now();
      await world.product.startAgain();
      restartsMs.push(Math.round(performance.now() - began));
      const settled = await Promise.all(talks.map((talk, index) => settle(talk, turns[index], takenUpMs)));
      for (const moment of settled.flat()) moments[moment] += 1;
    }
    await Promise.all(talks.map(checkTalk));
    report.info({
      kills: KILLS,
      turns: KILLS * AT_ONCE.length,
      ...moments,
      restartsMs: spread(restartsMs),
      takenUpMs: spread(takenUpMs),
    });
  },
  300_000 + KILLS * 15_000,
);

async function beginTalk(kind: ConversationName): Promise<Talk> {
  const reader = await world.newReader(kind);
  return { reader, id: await reader.begin(), turns: [] };
}

async function send(talk: Talk, id: string): Promise<Turn> {
  const socket = await talk.reader.open(talk.id);
  const content = replyScript({ id, pieces: PIECES, everyMs: PIECE_MS });
  const turn = { id, content, requestId: socket.write(content), socket };
  talk.turns.push(turn);
  return turn;
}

type Moment = "beforeAcceptance" | "beforeText" | "midStream" | "afterEnd" | "carriedOn";

/**
 * Checks after the restart that an accepted message and all received text are kept, and that the turn ends. Returns
 * when the kill came, and whether the reply was continued; adds to `takenUpMs` how long that took.
 */
async function settle(talk: Talk, turn: Turn | undefined, takenUpMs: number[]): Promise<Moment[]> {
  if (!turn) throw new Error("Each conversation must have a turn.");
  const { events } = turn.socket;
  const accepted = events.some(({ type }) => type === "message-accepted");
  const start = events.find((event) => event.type === "stream-start");
  const seen = start ? turn.socket.textSoFar(start.messageId) : "";
  const ended = events.some(({ type }) => type === "stream-complete");
  const moment = ended
    ? "afterEnd"
    : seen !== ""
      ? "midStream"
      : accepted
        ? "beforeText"
        : "beforeAcceptance";

  const socket = await talk.reader.open(
    talk.id,
    start ? { messageId: start.messageId, offset: seen.length } : undefined,
  );
  const isCarriedOn = accepted && !ended && (await expectTakenUp(socket, turn, takenUpMs));
  // A client that does not know the result of its request sends it again.
  if (!ended) {
    socket.write(turn.content, turn.requestId);
    await socket.waitFor("stream-complete", ({ requestId }) => requestId === turn.requestId);
  }
  socket.close();

  const messages = await talk.reader.messages(talk.id);
  const [words, reply] = messages.slice(-2);
  expect(words).toMatchObject({ role: "user", content: turn.content });
  expect(reply).toMatchObject({
    role: "assistant",
    status: "complete",
    content: scriptedText(PIECES, turn.id),
  });
  expect(reply?.content.startsWith(seen)).toBe(true);
  return isCarriedOn ? [moment, "carriedOn"] : [moment];
}

/**
 * Waits until the running text can be joined or the turn has ended, after the restart. `false`: the turn had
 * ended before the reader joined.
 */
async function expectTakenUp(socket: StorySocket, turn: Turn, takenUpMs: number[]): Promise<boolean> {
  const began = performance.now();
  const isOver = () =>
    socket.events.some(({ type }) => type === "stream-complete" || type === "stream-error");
  const isRunning = () =>
    socket.events.some(({ type }) => type === "stream-start" || type === "stream-chunk");
  const [joined] = socket.events;
  if (joined?.type === "joined" && joined.turn === null) return false;
  await expect.poll(() => isOver() || isRunning(), { timeout: TAKEN_UP_LIMIT_MS, interval: 20 }).toBe(true);
  takenUpMs.push(Math.round(performance.now() - began));
  expect(
    socket.events.filter(({ type }) => type === "stream-error"),
    turn.id,
  ).toEqual([]);
  return true;
}

/** Every message and every reply of a conversation exists once, in order, and each reply was charged once. */
async function checkTalk({ reader, id, turns }: Talk): Promise<void> {
  const contents = (await reader.messages(id, 200)).map(({ content }) => content);
  expect(contents).toEqual(turns.flatMap((turn) => [turn.content, scriptedText(PIECES, turn.id)]));
  await expect
    .poll(() => ledgerStates(world.product.stateDir, reader.sub).filter((state) => state !== "refunded"), {
      timeout: 60_000,
    })
    .toEqual(turns.map(() => "charged"));
}
