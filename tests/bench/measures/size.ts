import { setTimeout as delay } from "node:timers/promises";
import { MESSAGES_AT_FIRST } from "#domain/message.ts";
import type { Measure } from "../harness/figures.ts";
import { figureOf, type Round } from "../harness/figures.ts";
import { openStory } from "../harness/talk.ts";
import { compareInTurn, type SeededStory, type World } from "../harness/world.ts";

/** Messages of a new story, of a long one and of the longest, and how many there are of each. */
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
  const largest = storiesOf(world, SIZES.largest);
  const openedLargest: Round[] = [];
  const opened: Round[] = [];
  const accepted: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    opened.push(await compareInTurn(large, small, open));
    openedLargest.push(await compareInTurn([...largest, ...largest], small, open));
    accepted.push(await compareInTurn(large, small, send));
  }
  const at = `at ${SIZES.large} messages, to ${SIZES.small}`;
  return [
    figureOf(`open ${at}`, "ms", opened, { of: "ratio", atMost: 1.3 }),
    figureOf(`open at ${SIZES.largest} messages, to ${SIZES.small}`, "ms", openedLargest, {
      of: "ratio",
      atMost: 1.5,
    }),
    figureOf(`send (accepted) ${at}`, "ms", accepted, { of: "ratio", atMost: 1.2 }),
  ];
};

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
