import { setTimeout as delay } from "node:timers/promises";
import { MESSAGES_AT_FIRST } from "#domain/message.ts";
import type { Measure } from "../harness/figures.ts";
import { figureOf, median, type Round } from "../harness/figures.ts";
import { openStory } from "../harness/talk.ts";
import type { SeededStory, World } from "../harness/world.ts";

/** Messages of a new story, of a long one and of the longest, and how many there are of each: each has only one first time. */
const SIZES = { small: 10, large: 10_000, largest: 100_000 };
export const SIZED_STORIES = [
  { messages: SIZES.small, stories: 20 },
  { messages: SIZES.large, stories: 20 },
  { messages: SIZES.largest, stories: 2 },
];
const PAUSE_MS = 60;

/** The cost of opening and sending in a long story, compared with a short one, which is the baseline. */
export const measureSize: Measure = async (world, { rounds: count }) => {
  const large = storiesOf(world, SIZES.large);
  const small = storiesOf(world, SIZES.small);
  // Warms up the code, so that only the story is read for the first time.
  const reader = world.reader();
  const warm = { reader, storyId: await reader.api.beginStory(), messages: 0, paths: 0 };
  for (let index = 0; index < 10; index += 1) await open(warm);

  const cold = await inTurn(large, small, open);
  const largest = storiesOf(world, SIZES.largest);
  const openedLargest: Round[] = [];
  const opened: Round[] = [];
  const accepted: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    opened.push(medians(await inTurn(large, small, open)));
    openedLargest.push(medians(await inTurn([...largest, ...largest], small, open)));
    accepted.push(medians(await inTurn(large, small, send)));
  }
  const at = `at ${SIZES.large} messages, to ${SIZES.small}`;
  return [
    figureOf(`open ${at}`, "ms", opened, { of: "ratio", atMost: 1.3 }),
    figureOf("  the first time since the start", "ms", cold, { of: "ratio", atMost: 1.3 }),
    figureOf(`open at ${SIZES.largest} messages, to ${SIZES.small}`, "ms", openedLargest, {
      of: "ratio",
      atMost: 1.5,
    }),
    figureOf(`send (accepted) ${at}`, "ms", accepted, { of: "ratio", atMost: 1.2 }),
  ];
};

type Pair = { product: number; baseline: number };

/** Long and short stories in turn. */
async function inTurn(
  large: SeededStory[],
  small: SeededStory[],
  act: (story: SeededStory) => Promise<number>,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const [index, long] of large.entries()) {
    const short = small[index];
    if (short === undefined) continue;
    // The second of a pair is faster, so they alternate.
    if (index % 2 === 0) pairs.push({ product: await act(long), baseline: await act(short) });
    else pairs.push({ baseline: await act(short), product: await act(long) });
  }
  return pairs;
}

function medians(pairs: Pair[]): Round {
  return {
    product: median(pairs.map(({ product }) => product)),
    baseline: median(pairs.map(({ baseline }) => baseline)),
  };
}

/** What the reading screen does: load the latest messages, then connect until joined. Returns milliseconds. */
async function open({ reader, storyId, messages }: SeededStory): Promise<number> {
  const start = performance.now();
  const page = await reader.api.messages(storyId, MESSAGES_AT_FIRST);
  const line = await reader.open(storyId);
  const time = performance.now() - start;
  line.close();
  const expected = Math.min(messages, MESSAGES_AT_FIRST);
  if (page.length < expected || page.length > MESSAGES_AT_FIRST)
    throw new Error(`A page has ${page.length} of ${expected} messages.`);
  await delay(PAUSE_MS);
  return time;
}

/** Milliseconds until a message is accepted. */
async function send({ reader, storyId }: SeededStory): Promise<number> {
  const talk = await openStory(reader, storyId);
  await delay(PAUSE_MS);
  const { accepted } = await talk.ask({ pieces: 3, everyMs: 5 });
  talk.line.close();
  await delay(PAUSE_MS);
  return accepted;
}

function storiesOf(world: World, messages: number): SeededStory[] {
  return world.seeded.filter((story) => story.messages === messages && story.paths === 0);
}
