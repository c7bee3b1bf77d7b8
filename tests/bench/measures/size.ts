import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
import { MESSAGES_AT_FIRST, messageSchema } from "#domain/message.ts";
import { compareInTurn, type Figure, figureOf, type Measure, type Round } from "../harness/figures.ts";
import { openStory } from "../harness/talk.ts";
import type { SeededStory, Size, World } from "../harness/world.ts";

const SHORT = { messages: 10, paths: 0, stories: 20 };
const LONG = { messages: 10_000, paths: 0, stories: 20 };
const LONGEST = { messages: 100_000, paths: 0, stories: 2 };
/** As short, but its page has as many messages as that of a long one. */
const FULL_PAGE = { messages: MESSAGES_AT_FIRST, paths: 0, stories: 6 };
const MANY_PATHS = { messages: LONG.messages, paths: 300, stories: 6 };
const FEW_PATHS = { messages: LONG.messages, paths: 4, stories: 6 }; // and the open path
export const SIZED_STORIES: readonly Size[] = [SHORT, LONG, LONGEST, FULL_PAGE, MANY_PATHS, FEW_PATHS];
const PAUSE_MS = 60;

type Comparison = {
  measure: string;
  of: Size;
  to: Size;
  /** Returns milliseconds. */
  act: (story: SeededStory) => Promise<number>;
  atMost: number;
};

/** A long story against a short one, which is the baseline: opening, sending, the sheet of paths and an edit. */
const COMPARISONS: Comparison[] = [
  { measure: "open at 10000 messages, to 10", of: LONG, to: SHORT, act: open, atMost: 1.3 },
  { measure: "open at 100000 messages, to 10", of: LONGEST, to: SHORT, act: open, atMost: 1.5 },
  {
    measure: "open at 10000 messages and 300 paths, to 10",
    of: MANY_PATHS,
    to: SHORT,
    act: open,
    atMost: 1.1,
  },
  {
    measure: "the same, to 20 messages: the page is as full",
    of: MANY_PATHS,
    to: FULL_PAGE,
    act: open,
    atMost: 1.1,
  },
  {
    measure: "the sheet's first answer at 300 paths, to 5",
    of: MANY_PATHS,
    to: FEW_PATHS,
    act: listPaths,
    atMost: 1.5,
  },
  {
    measure: "an edit in the middle of 10000 messages, to 10",
    of: MANY_PATHS,
    to: SHORT,
    act: editMiddle,
    atMost: 1.2,
  },
  { measure: "send (accepted) at 10000 messages, to 10", of: LONG, to: SHORT, act: send, atMost: 1.2 },
];

export const measureSize: Measure = async (world, count) => {
  const figures: Figure[] = [];
  for (const { measure, of, to, act, atMost } of COMPARISONS) {
    const rounds: Round[] = [];
    for (let round = 0; round < count; round += 1)
      rounds.push(await compareInTurn(findStories(world, of), findStories(world, to), act));
    figures.push(figureOf(measure, "ms", rounds, { of: "ratio", atMost }));
  }
  return figures;
};

function findStories({ seeded }: World, size: Size): SeededStory[] {
  return seeded.filter((story) => story.size === size);
}

/** Loads the latest messages, then connects and joins, as the reading screen does. */
async function open({ reader, storyId, size }: SeededStory): Promise<number> {
  const start = performance.now();
  const page = await reader.messages(storyId, MESSAGES_AT_FIRST);
  const line = await reader.openLine(storyId);
  const time = performance.now() - start;
  line.close();
  const expected = Math.min(size.messages, MESSAGES_AT_FIRST);
  if (page.length < expected || page.length > MESSAGES_AT_FIRST)
    throw new Error(`A page has ${page.length} of ${expected} messages.`);
  await delay(PAUSE_MS);
  return time;
}

/** Until a message is accepted. */
async function send({ reader, storyId }: SeededStory): Promise<number> {
  const talk = await openStory(reader, storyId);
  await delay(PAUSE_MS);
  const { accepted } = await talk.ask({ pieces: 3, everyMs: 5 });
  talk.line.close();
  await delay(PAUSE_MS);
  return accepted;
}

async function listPaths({ reader, storyId }: SeededStory): Promise<number> {
  const start = performance.now();
  await reader.call("GET", `/api/stories/${storyId}/paths`);
  return performance.now() - start;
}

/** The message in the middle of each story that was edited, and its revision. */
const middles = new Map<string, { messageId: string; revision: number }>();

async function editMiddle(story: SeededStory): Promise<number> {
  const { reader, storyId } = story;
  const { messageId, revision } = middles.get(storyId) ?? (await findMiddle(story));
  const start = performance.now();
  const content = `The boat was gone. ${revision}`;
  await reader.call("PATCH", `/api/stories/${storyId}/messages/${messageId}`, { content, revision });
  const time = performance.now() - start;
  middles.set(storyId, { messageId, revision: revision + 1 });
  return time;
}

async function findMiddle({ reader, storyId, size: { messages } }: SeededStory) {
  let before = "";
  for (let left = Math.floor(messages / 2); left > 0; ) {
    const limit = Math.min(200, left);
    const query = `limit=${limit}${before === "" ? "" : `&before=${before}`}`;
    const page = await reader.call("GET", `/api/stories/${storyId}/messages?${query}`);
    before = v.parse(v.array(messageSchema), page)[0]?.messageId ?? "";
    left -= limit;
  }
  return { messageId: before, revision: 1 };
}
