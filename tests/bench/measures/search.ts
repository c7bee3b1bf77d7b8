import { createHash, createHmac } from "node:crypto";
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
import { searchPageSchema } from "#domain/search.ts";
import { storyRecordSchema } from "#domain/story-record.ts";
import { seedStories } from "#tests/harness/long-story.ts";
import { seedLibrary } from "#tests/harness/seed.ts";
import { createRandom } from "#tests/harness/seeded-random.ts";
import { inProject } from "#tools/paths.ts";
import { compareInTurn, figureOf, type Measure, median, type Round } from "../harness/figures.ts";
import type { Reader } from "../harness/line.ts";
import { openStory } from "../harness/talk.ts";
import type { SeededStory, World } from "../harness/world.ts";

/** Stories of two people, each of three messages: 1,000,000 and 10,000 words. */
const STORIES = { large: 3_000, small: 30 };
const WORDS_OF_MESSAGES = [170, 12, 151];
/** One empty story of each person, which is copied. */
const EMPTY = { messages: 0, paths: 0, stories: 2 };
export const SEARCHED_STORIES = [EMPTY];

const QUERIES = [
  "lamp",
  "lamp ",
  "the",
  "the and of",
  "key door",
  '"on the table"',
  '"and the"',
  "window -door",
  '"in the" lamp -door',
  "e",
  "se",
  "th",
  "said wh",
  "鍵",
  "harbuor lamp",
  "xylophonically",
  Array.from({ length: 12 }, (_, at) => `xylophonic${at}q`).join(" "),
];
const TIMES_A_ROUND = 5;
const TURNS = 20;
const TURN = { pieces: 25, everyMs: 20 };
/** Between two requests, so that nobody meets the limit of one person. */
const PAUSE_MS = 60;

type Library = { reader: Reader; storyIds: string[]; textBytes: number };

/**
 * The search of 1,000,000 words in 3,000 stories, to 10,000 words in 30: as a person waits for it, so with the request, its sign-in and
 * the look into D1 for changes. The stories are real objects, whose files are written while the product is stopped; all else is done by the product.
 */
export const measureSearch: Measure = async (world, count) => {
  const [first, second] = world.seeded.filter(({ size }) => size === EMPTY);
  if (first === undefined || second === undefined) throw new Error("SEARCHED_STORIES are not there.");
  const premiseBytes = await countPremiseBytes(first);
  await world.product.stop();
  const large = seedLibraryWithWords(world, first, STORIES.large, premiseBytes);
  const small = seedLibraryWithWords(world, second, STORIES.small, premiseBytes);
  const [indexed = "", notIndexed = ""] = large.storyIds;
  inObject(world, "StoryObject", notIndexed, dropTriggers);
  await world.restart();

  for (const { reader } of [large, small]) {
    while ((await search(reader, "lamp")).isBuilding) await delay(200);
  }
  const queries = await measureQueries(large, small, count * TIMES_A_ROUND);
  // Turns in a story whose changes go to the large index, and in one whose triggers are gone.
  const [talk, bare] = [await openStory(large.reader, indexed), await openStory(large.reader, notIndexed)];
  const turns = await compareInTurn([talk], [bare], async ({ ask }) => (await ask(TURN)).complete, TURNS);
  for (const { line } of [talk, bare]) line.close();
  await world.restart(); // the files are whole
  const size = {
    product: inObject(world, "SearchObject", large.reader.sub, countBytes),
    baseline: large.textBytes,
  };

  const to = `at ${STORIES.large} stories, to ${STORIES.small}`;
  const ratio = (measure: string, unit: string, round: Round, atMost: number) =>
    figureOf(measure, unit, [round], { of: "ratio", atMost });
  return [
    ratio(`first results ${to}, median`, "ms", queries, 3),
    ratio(`index of ${STORIES.large} stories, to its texts`, "bytes", size, 1.5),
    ratio("a turn, to one that no index hears of", "ms", turns, 1.05),
  ];
};

/** The medians of all kinds of queries, each of which is asked several times. */
async function measureQueries(large: Library, small: Library, times: number) {
  const product: number[] = [];
  const baseline: number[] = [];
  for (const q of QUERIES) {
    const ask = async ({ reader }: Library) => {
      await delay(PAUSE_MS);
      const start = performance.now();
      await search(reader, q);
      return performance.now() - start;
    };
    const round = await compareInTurn([large], [small], ask, times);
    product.push(round.product);
    baseline.push(round.baseline ?? Number.NaN);
  }
  return { product: median(product), baseline: median(baseline) };
}

async function search(reader: Reader, q: string) {
  const query = new URLSearchParams({ q, perKind: "3" });
  return v.parse(searchPageSchema, await reader.call("GET", `/api/search?${query}`));
}

const novels = readFileSync(inProject("tests/workers/ai/cast/novel-pages.json"), "utf8");
const SENTENCES = novels.replace(/\\n|\\"/g, " ").match(/[A-Z][^.!?"]{20,200}[.!?]/g) ?? [];
const WORDS = [...new Set(SENTENCES.join(" ").match(/[a-z]{5,}/g))];
/** Names and rare words, as a library has them: the higher the number, the rarer. */
const RARE_WORDS = 40_000;

/** Sentences of novels, each with a word that is made of two others. */
function createWriter(): (words: number) => string {
  const random = createRandom(7);
  const toHalf = (number: number) => WORDS[number % WORDS.length]?.slice(0, 4) ?? "";
  return (words) => {
    const parts: string[] = [];
    for (let have = 0; have < words; ) {
      const sentence = SENTENCES[Math.floor(random() * SENTENCES.length)] ?? "";
      const rare = Math.floor(random() ** 3 * RARE_WORDS);
      parts.push(`${sentence} ${toHalf(rare)}${toHalf(Math.floor(rare / WORDS.length) * 31)}`);
      have += sentence.split(" ").length + 1;
    }
    if (random() < 0.01) parts.push("她把鍵放在桌上。");
    return parts.join(" ");
  };
}

/** What a story says about itself, which is searched too. */
async function countPremiseBytes({ reader, storyId }: SeededStory): Promise<number> {
  const story = await reader.call("GET", `/api/stories/${storyId}`);
  const { title, description, character, metadata } = v.parse(storyRecordSchema, story);
  return Buffer.byteLength([title, description, metadata.setting, character].join("\n"));
}

/** Copies a story and its object until there are so many, with other words in each. */
function seedLibraryWithWords(
  world: World,
  { reader, storyId }: SeededStory,
  count: number,
  premiseBytes: number,
): Library {
  const { stateDir } = world.product;
  const storyIds = seedLibrary(stateDir, storyId, count + 1);
  for (const id of storyIds) {
    copyFileSync(toFile(stateDir, "StoryObject", storyId), toFile(stateDir, "StoryObject", id));
    inObject(world, "StoryObject", id, (db) => {
      db.prepare("UPDATE conversation SET conversation_id = ?").run(id);
      db.exec("DELETE FROM outbox"); // so that only the building of the index sends them
    });
  }
  const write = createWriter();
  let textBytes = count * premiseBytes;
  const size = { messages: WORDS_OF_MESSAGES.length, paths: 0 };
  seedStories(stateDir, new Map(storyIds.map((id) => [id, size])), (depth) => {
    const text = write(WORDS_OF_MESSAGES[depth - 1] ?? 0);
    textBytes += Buffer.byteLength(text);
    return text;
  });
  rmSync(toFile(stateDir, "SearchObject", reader.sub), { force: true });
  return { reader, storyIds, textBytes };
}

function toFile(stateDir: string, className: string, name: string): string {
  const namespace = `talespark-${className}`;
  const key = createHash("sha256").update(namespace).digest();
  const sign = (text: string | Buffer) => createHmac("sha256", key).update(text).digest().subarray(0, 16);
  const ofName = sign(name);
  // As Miniflare makes an id of a name.
  const id = Buffer.concat([ofName, sign(ofName)]).toString("hex");
  return path.join(stateDir, "v3", "do", namespace, `${id}.sqlite`);
}

function inObject<T>(world: World, className: string, name: string, run: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(toFile(world.product.stateDir, className, name));
  try {
    return run(db);
  } finally {
    db.close();
  }
}

function dropTriggers(db: DatabaseSync): void {
  const rows = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'search_%'")
    .all();
  if (rows.length === 0) throw new Error("A story has no triggers.");
  for (const { name } of rows) db.exec(`DROP TRIGGER ${name}`);
}

function countBytes(db: DatabaseSync): number {
  const [row] = db
    .prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size")
    .all();
  return Number(row?.["bytes"]);
}
