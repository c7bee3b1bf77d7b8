import { encode } from "#domain/protocol.ts";
import { figureOf, type Round } from "../harness/figures.ts";
import { Line } from "../harness/line.ts";
import type { Measure } from "../harness/measure.ts";
import { openBroadcast, openStory, type Talk } from "../harness/talk.ts";

const DELTAS = 100;
const FRAMES = 40;
const OPENED_AT_ONCE = 25;

/** Everybody who reads one conversation, the one who writes first. */
type Crowd = { writer: Talk; lines: Line[]; isEnd: (data: string) => boolean };

/**
 * One story and many readers: the deltas of a flood that reach all of them in a second, and the same for frames that
 * each have a cause of their own (a reader chooses a version again and again), where nothing can be put together.
 */
export const measureReaders: Measure = async (world, { rounds: count, readers }) => {
  const reader = world.reader();
  const storyId = await reader.api.beginStory();
  const product: Crowd = {
    writer: await openStory(reader, storyId),
    lines: await openMany(readers - 1, () => reader.open(storyId)),
    isEnd: (data) => data.startsWith('{"type":"stream-complete"'),
  };
  const bare: Crowd = {
    writer: await openBroadcast(world.relayUrl, "crowd"),
    lines: await openMany(readers - 1, () => Line.open(`${world.relayUrl}/broadcast/crowd`)),
    isEnd: (data) => data.startsWith("done "),
  };
  for (const crowd of [product, bare]) await floodRate(crowd);

  const floods: Round[] = [];
  const frames: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    floods.push({ product: await floodRate(product), baseline: await floodRate(bare) });
    const [head] = await reader.api.messages(storyId, 1);
    if (head === undefined) throw new Error("The story has no messages.");
    const { messageId } = head;
    const select = encode({ type: "select-version", storyId, messageId });
    const answer = await answerTo(product, select, `{"type":"conversation-updated","headMessageId"`);
    frames.push({
      product: await frameRate(product, select, answer),
      baseline: await frameRate(bare, answer, answer),
    });
  }
  for (const { writer, lines } of [product, bare]) for (const line of [writer.line, ...lines]) line.close();
  const target = { of: "ratio", atLeast: 0.8 } as const;
  return [
    figureOf(`flood to ${readers} readers`, "deltas/s", floods, target),
    figureOf(`frames to ${readers} readers`, "frames/s", frames, target),
  ];
};

async function openMany(count: number, open: () => Promise<Line>): Promise<Line[]> {
  const lines: Line[] = [];
  while (lines.length < count) {
    const batch = Math.min(OPENED_AT_ONCE, count - lines.length);
    lines.push(...(await Promise.all(Array.from({ length: batch }, open))));
  }
  return lines;
}

/** Deltas received by all readers together, a second, from the first that the model sends to the last that arrives. */
async function floodRate({ writer, lines, isEnd }: Crowd): Promise<number> {
  for (const line of lines) line.take();
  const [reply, ...ends] = await Promise.all([
    writer.ask({ pieces: DELTAS, everyMs: 0 }),
    ...lines.map((line) => line.until(isEnd)),
  ]);
  const last = Math.max(...ends.map(({ wall }) => wall), ...reply.deltas.map(({ arrived }) => arrived));
  const [first] = reply.deltas;
  sameFrames(lines);
  return (DELTAS * (lines.length + 1) * 1000) / (last - (first?.sent ?? Number.NaN));
}

/** What everybody is told when `frame` is sent, once all of them have been. */
async function answerTo({ writer, lines }: Crowd, frame: string, beginning: string): Promise<string> {
  const everybody = [writer.line, ...lines];
  for (const line of everybody) line.take();
  writer.line.send(frame);
  const [answer] = await Promise.all(
    everybody.map((line) => line.until((data) => data.startsWith(beginning))),
  );
  if (answer === undefined) throw new Error("There is nobody to be told.");
  return answer.data;
}

/** Frames received by all readers together, a second, when `frame` is sent so often and each makes an `answer` to all. */
async function frameRate({ writer, lines }: Crowd, frame: string, answer: string): Promise<number> {
  const everybody = [writer.line, ...lines];
  for (const line of everybody) line.take();
  const start = performance.now();
  const arrived = everybody.map((line) => {
    let count = 0;
    return line.until((data) => {
      if (data === answer) count += 1;
      return count === FRAMES;
    });
  });
  for (let index = 0; index < FRAMES; index += 1) writer.line.send(frame);
  const last = Math.max(...(await Promise.all(arrived)).map(({ at }) => at));
  sameFrames(everybody);
  return (FRAMES * everybody.length * 1000) / (last - start);
}

/** Throws unless each reader has had the same frames in the same order. */
function sameFrames(lines: Line[]): void {
  const sequences = new Set(
    lines.map((line) =>
      line
        .take()
        .map(({ data }) => data)
        .join("\n"),
    ),
  );
  if (sequences.size !== 1) throw new Error(`The readers have had ${sequences.size} different sequences.`);
}
