import { setTimeout as delay } from "node:timers/promises";
import { createId } from "#domain/ids.ts";
import { encode } from "#domain/protocol.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import { measureMemory } from "#tests/harness/runtime.ts";
import { figureOf, type Round } from "../harness/figures.ts";
import { Line } from "../harness/line.ts";
import type { Measure } from "../harness/measure.ts";
import type { Reader } from "../harness/reader.ts";
import { openBroadcast, openStory, type Talk } from "../harness/talk.ts";
import type { World } from "../harness/world.ts";

const DELTAS = 100;
/** With the two frames sent before, within the socket's limit for frames. */
const FRAMES = 20;
/** As many as the limit for selections allows in a round: one alone differs by a third from the next. */
const PAIRS = CONVERSATION_LIMITS.selections.limit / FRAMES;
/** After this the frames of the last pair no longer count towards the socket's limit. */
const PAIR_PAUSE_MS = CONVERSATION_LIMITS.framesPerSocket.windowS * 1000;
/** After this the selections of the last round no longer count towards the limit. */
const PAUSE_MS = CONVERSATION_LIMITS.selections.windowS * 1000;
const TOLD = '{"type":"conversation-updated","headMessageId"';
const OPENED_AT_ONCE = 25;
/** So that the joins stay within the limit of one person's requests. */
const OPENING_PAUSE_MS = 1_500;

/** All readers of one conversation, the writer first. */
type Crowd = { writer: Talk; lines: Line[]; isEnd: (data: string) => boolean };

/**
 * One story and many readers: how many deltas of a fast reply reach all of them per second. Then the same for frames
 * that can't be joined into one, because each has its own cause (a reader selects one version after another).
 */
export const measureReaders: Measure = async (world, { rounds: count, readers }) => {
  await world.restart(); // memory is measured from a fresh start of both
  const reader = world.reader();
  const storyId = await reader.api.beginStory();
  const kilobytes = trackKilobytes(world, readers);
  const product: Crowd = {
    writer: await openStory(reader, storyId),
    lines: await openMany(readers - 1, () => reader.open(storyId)),
    isEnd: (data) => data.startsWith('{"type":"stream-complete"'),
  };
  const bare: Crowd = {
    writer: await openBroadcast(world.relay.url, "crowd"),
    lines: await openMany(readers - 1, () => Line.open(`${world.relay.url}/broadcast/crowd`)),
    isEnd: (data) => data.startsWith("done "),
  };
  for (const crowd of [product, bare]) await floodRate(crowd);
  const memory = kilobytes();

  const floods: Round[] = [];
  const frames: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    floods.push({ product: await floodRate(product), baseline: await floodRate(bare) });
    const versions = await twoVersions(product, reader, storyId);
    const selects = Array.from({ length: FRAMES }, (_, index) =>
      encode({ type: "select-version", storyId, messageId: versions[index % 2] ?? "" }),
    );
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const told = await frameRate(product, selects);
      // The same bytes: what a frame costs depends on how well it can be compressed.
      const repeated = await frameRate(bare, told.frames);
      frames.push({ product: told.rate, baseline: repeated.rate });
      await delay(PAIR_PAUSE_MS);
    }
    await delay(PAUSE_MS);
  }
  for (const { writer, lines } of [product, bare]) for (const line of [writer.line, ...lines]) line.close();
  const target = { of: "ratio", atLeast: 0.8 } as const;
  return [
    figureOf(`flood to ${readers} readers`, "deltas/s", floods, target),
    figureOf(`frames to ${readers} readers`, "frames/s", frames, target),
    figureOf(`memory with ${readers} readers, a reader`, "KB", [memory], null),
  ];
};

/** Returns what reads how much both runtimes have grown since then, in KB a reader. */
function trackKilobytes({ product, relay }: World, readers: number): () => Round {
  const grown = ({ pid }: { pid: number }) => {
    const before = measureMemory(pid);
    return () => (measureMemory(pid) - before) / 1_000 / readers;
  };
  const ofProduct = grown(product);
  const ofRelay = grown(relay);
  return () => ({ product: ofProduct(), baseline: ofRelay() });
}

async function openMany(count: number, open: () => Promise<Line>): Promise<Line[]> {
  const lines: Line[] = [];
  while (lines.length < count) {
    const batch = Math.min(OPENED_AT_ONCE, count - lines.length);
    lines.push(...(await Promise.all(Array.from({ length: batch }, open))));
    await delay(OPENING_PAUSE_MS);
  }
  return lines;
}

/** Deltas per second received by all readers together, from the first that the model sends to the last that arrives. */
async function floodRate({ writer, lines, isEnd }: Crowd): Promise<number> {
  for (const line of lines) line.take();
  const [reply, ...ends] = await Promise.all([
    writer.ask({ pieces: DELTAS, everyMs: 0 }),
    ...lines.map((line) => line.until(isEnd)),
  ]);
  const last = Math.max(...ends.map(({ wall }) => wall), ...reply.deltas.map(({ arrived }) => arrived));
  const [first] = reply.deltas;
  takeSame(lines);
  return (DELTAS * (lines.length + 1) * 1000) / (last - (first?.sent ?? Number.NaN));
}

/** Ids of two versions of the last reply; the first is not the active one. */
async function twoVersions({ writer: { line }, isEnd }: Crowd, { api }: Reader, storyId: string) {
  line.take();
  line.send(encode({ type: "stream-message", requestId: createId(), storyId, regenerate: true }));
  await line.until(isEnd);
  const [head] = await api.messages(storyId, 1);
  const previousId = head?.versions.previousId;
  if (!head || !previousId) throw new Error("The last reply has only one version.");
  return [previousId, head.messageId];
}

/**
 * Sends these frames, each of which makes the server notify everybody. Returns how many notifications all readers together receive per second,
 * and those that each of them has received.
 */
async function frameRate(
  { writer, lines }: Crowd,
  frames: readonly string[],
): Promise<{ rate: number; frames: string[] }> {
  const everybody = [writer.line, ...lines];
  for (const line of everybody) line.take();
  const start = performance.now();
  const arrived = everybody.map((line) => {
    let count = 0;
    return line.until((data) => {
      if (data.startsWith(TOLD)) count += 1;
      return count === frames.length;
    });
  });
  for (const frame of frames) writer.line.send(frame);
  const last = Math.max(...(await Promise.all(arrived)).map(({ at }) => at));
  const rate = (frames.length * everybody.length * 1000) / (last - start);
  return { rate, frames: takeSame(everybody).filter((data) => data.startsWith(TOLD)) };
}

/** What each reader has had since the last time. Throws unless it is the same for all, in the same order. */
function takeSame(lines: Line[]): string[] {
  const [first = [], ...others] = lines.map((line) => line.take().map(({ data }) => data));
  const sequences = new Set([first, ...others].map((frames) => frames.join("\n")));
  if (sequences.size !== 1) throw new Error(`The readers have had ${sequences.size} different sequences.`);
  return first;
}
