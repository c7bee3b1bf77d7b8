import * as v from "valibot";
import { MESSAGES_AT_FIRST, messageSchema } from "#domain/message.ts";
import type { Measure } from "../harness/figures.ts";
import { figureOf, type Round } from "../harness/figures.ts";
import { compareInTurn, type SeededStory, type World } from "../harness/world.ts";

/** A long story with many paths, beside one with few, and beside a short one. */
const LONG = 10_000;
const SHORT = 10;
/** As short, but its page has as many messages as that of a long one. */
const PAGE = MESSAGES_AT_FIRST;
const MANY = 300;
const FEW = 4; // and the open path
export const PATHED_STORIES = [
  { messages: LONG, paths: MANY, stories: 6 },
  { messages: LONG, paths: FEW, stories: 6 },
  { messages: SHORT, paths: 1, stories: 6 },
  { messages: PAGE, paths: 1, stories: 6 },
];

/** Opening, the sheet of paths, and an edit in the middle, by the length of a story and the number of its paths. */
export const measurePaths: Measure = async (world, { rounds: count }) => {
  const many = findStories(world, LONG, MANY);
  const few = findStories(world, LONG, FEW);
  const short = findStories(world, SHORT, 1);
  const page = findStories(world, PAGE, 1);
  for (const story of [...many, ...few, ...short, ...page]) await openPage(story);
  const middles = new Map(await Promise.all([...many, ...short].map(findMiddle)));
  const edit = (story: SeededStory) => editMiddle(story, middles);
  const opened: Round[] = [];
  const openedFull: Round[] = [];
  const listed: Round[] = [];
  const edited: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    opened.push(await compareInTurn(many, short, openPage));
    openedFull.push(await compareInTurn(many, page, openPage));
    listed.push(await compareInTurn(many, few, listPaths));
    edited.push(await compareInTurn(many, short, edit));
  }
  return [
    figureOf(`open at ${LONG} messages and ${MANY} paths, to ${SHORT} messages`, "ms", opened, {
      of: "ratio",
      atMost: 1.1,
    }),
    figureOf(`the same, to ${PAGE} messages: the page is as full`, "ms", openedFull, {
      of: "ratio",
      atMost: 1.1,
    }),
    figureOf(`the sheet's first answer at ${MANY} paths, to ${FEW + 1}`, "ms", listed, {
      of: "ratio",
      atMost: 1.5,
    }),
    figureOf(`an edit in the middle of ${LONG} messages, to ${SHORT}`, "ms", edited, {
      of: "ratio",
      atMost: 1.2,
    }),
  ];
};

async function openPage({ reader, storyId }: SeededStory): Promise<number> {
  const start = performance.now();
  await reader.api.messages(storyId, MESSAGES_AT_FIRST);
  (await reader.open(storyId)).close();
  return performance.now() - start;
}

async function listPaths({ reader, storyId }: SeededStory): Promise<number> {
  const start = performance.now();
  await reader.api.call("GET", `/api/stories/${storyId}/paths`);
  return performance.now() - start;
}

/** The id of a message in the middle of a story, and its revision. */
async function findMiddle(story: SeededStory): Promise<[string, { messageId: string; revision: number }]> {
  const { reader, storyId, messages } = story;
  let before: string | undefined;
  for (let left = Math.floor(messages / 2); left > 0; ) {
    const limit = Math.min(200, left);
    const query = `limit=${limit}${before === undefined ? "" : `&before=${before}`}`;
    const page = await reader.api.call("GET", `/api/stories/${storyId}/messages?${query}`);
    before = v.parse(v.array(messageSchema), page)[0]?.messageId;
    left -= limit;
  }
  if (before === undefined) throw new Error("This story is too short.");
  return [storyId, { messageId: before, revision: 1 }];
}

async function editMiddle(
  { reader, storyId }: SeededStory,
  middles: ReadonlyMap<string, { messageId: string; revision: number }>,
): Promise<number> {
  const middle = middles.get(storyId);
  if (middle === undefined) throw new Error("Nobody has looked for the middle of this story.");
  const path = `/api/stories/${storyId}/messages/${middle.messageId}`;
  const start = performance.now();
  await reader.api.call("PATCH", path, {
    content: `The boat was gone. ${middle.revision}`,
    revision: middle.revision,
  });
  middle.revision += 1;
  return performance.now() - start;
}

function findStories(world: World, messages: number, paths: number): SeededStory[] {
  return world.seeded.filter((story) => story.messages === messages && story.paths === paths);
}
