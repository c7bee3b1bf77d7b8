import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import { ledgerStates } from "./harness/ledger.ts";
import type { Reader } from "./harness/reader.ts";
import type { StorySocket } from "./harness/story-socket.ts";
import { World } from "./harness/world.ts";

/** How often everything is killed: `KILLS=500 npm run test:faults -- kills` for the long run. */
const KILLS = Number(process.env["KILLS"] ?? 20);
/** Stories that are written at the moment of each kill. */
const STORIES = 3;
/** Turns until a story is left for a new one, by somebody new: within the free plan's Sparks and exchanges. */
const TURNS_PER_STORY = 30;
const PIECES = 40;
const PIECE_MS = 20;
/** A reply takes 0.8 s; the kill comes anywhere between the send and a little after its end. */
const KILL_WITHIN_MS = PIECES * PIECE_MS + 150;
/** A turn that the kill cut off has to be taken up again, or marked, within this after the restart. */
const TAKEN_UP_WITHIN_MS = 2_000;

type Turn = { id: string; content: string; requestId: string; socket: StorySocket };
type Story = { reader: Reader; storyId: string; turns: Turn[] };

let world: World;
const moments = { beforeAcceptance: 0, beforeText: 0, midStream: 0, afterEnd: 0, carriedOn: 0 };
const restartsMs: number[] = [];

beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await world.stop();
});

it(
  `${KILLS} kills at random moments lose, double, reorder and overcharge nothing`,
  async () => {
    let stories: Story[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      if (kill % TURNS_PER_STORY === 0) {
        await Promise.all(stories.map(checkStory));
        stories = await Promise.all(Array.from({ length: STORIES }, newStory));
      }
      const turns = await Promise.all(stories.map((story, index) => send(story, `kill${kill}-${index}`)));
      await wait(Math.random() * KILL_WITHIN_MS);
      await world.product.kill9();
      await Promise.all(turns.map(({ socket }) => socket.closed));
      const began = performance.now();
      await world.product.startAgain();
      restartsMs.push(Math.round(performance.now() - began));
      await Promise.all(stories.map((story, index) => settle(story, turns[index])));
    }
    await Promise.all(stories.map(checkStory));
    console.info({ kills: KILLS, turns: KILLS * STORIES, ...moments, restartsMs: spread(restartsMs) });
  },
  60_000 + KILLS * 15_000,
);

async function newStory(): Promise<Story> {
  const reader = await world.newReader();
  return { reader, storyId: await reader.beginStory(), turns: [] };
}

async function send(story: Story, id: string): Promise<Turn> {
  const socket = await story.reader.open(story.storyId);
  const content = replyScript({ id, pieces: PIECES, everyMs: PIECE_MS });
  const turn = { id, content, requestId: socket.say(content), socket };
  story.turns.push(turn);
  return turn;
}

/** After the restart: what was promised is kept, what was seen is there, and the turn comes to its end. */
async function settle(story: Story, turn: Turn | undefined): Promise<void> {
  if (!turn) throw new Error("Each story must have a turn.");
  const { events, texts } = turn.socket;
  const accepted = events.some(({ type }) => type === "message-accepted");
  const start = events.find((event) => event.type === "stream-start");
  const seen = start ? (texts.get(start.messageId) ?? "") : "";
  const ended = events.some(({ type }) => type === "stream-complete");
  moments[ended ? "afterEnd" : seen !== "" ? "midStream" : accepted ? "beforeText" : "beforeAcceptance"] += 1;

  const socket = await story.reader.open(
    story.storyId,
    start ? { messageId: start.messageId, offset: seen.length } : undefined,
  );
  if (accepted && !ended) await expectTakenUp(socket, turn);
  // A client that was not told what became of its request sends it again.
  if (!ended)
    socket.send({
      type: "stream-message",
      requestId: turn.requestId,
      storyId: story.storyId,
      content: turn.content,
    });
  if (!ended) await socket.waitFor("stream-complete", ({ requestId }) => requestId === turn.requestId);
  socket.close();

  const messages = await story.reader.messages(story.storyId);
  const [words, reply] = messages.slice(-2);
  expect(words).toMatchObject({ role: "user", content: turn.content });
  expect(reply).toMatchObject({
    role: "assistant",
    status: "complete",
    content: scriptedText(PIECES, turn.id),
  });
  expect(reply?.content.startsWith(seen)).toBe(true);
}

/** The running text is there to be joined, or the turn has ended, within the limit after the restart. */
async function expectTakenUp(socket: StorySocket, turn: Turn): Promise<void> {
  const began = performance.now();
  const isOver = () =>
    socket.events.some(({ type }) => type === "stream-complete" || type === "stream-error");
  const isRunning = () =>
    socket.events.some(({ type }) => type === "stream-start" || type === "stream-chunk");
  const [joined] = socket.events;
  if (joined?.type === "joined" && joined.turn === null) return; // had ended before anybody could ask
  await expect.poll(() => isOver() || isRunning(), { timeout: TAKEN_UP_WITHIN_MS, interval: 20 }).toBe(true);
  expect(performance.now() - began).toBeLessThan(TAKEN_UP_WITHIN_MS);
  moments.carriedOn += 1;
  expect(
    socket.events.filter(({ type }) => type === "stream-error"),
    turn.id,
  ).toEqual([]);
}

/** Every message and every reply of a story stands once, in order, and each reply was charged once. */
async function checkStory({ reader, storyId, turns }: Story): Promise<void> {
  const contents = (await reader.messages(storyId, 200)).map(({ content }) => content);
  expect(contents).toEqual(turns.flatMap(({ id, content }) => [content, scriptedText(PIECES, id)]));
  await expect
    .poll(() => ledgerStates(world.product.stateDir, reader.sub).filter((state) => state !== "refunded"), {
      timeout: 10_000,
    })
    .toEqual(turns.map(() => "charged"));
}

function spread(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  return { min: sorted[0], median: sorted[Math.floor(sorted.length / 2)], max: sorted.at(-1) };
}
