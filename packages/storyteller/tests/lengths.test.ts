import { describe, expect, it, vi } from "vitest";
import { grammarFor } from "../src/grammar/index.ts";
import { contentWords, flatten, splitSentences } from "../src/language/text.ts";
import { readStoryPrompt } from "../src/prompt-reader.ts";
import { tellPassage } from "../src/storyteller.ts";
import { Told } from "../src/told.ts";
import { GENRES, type Message, type StoryFacts, storyPrompt } from "./story-prompt.ts";

const ACTIONS = [
  "I look at the marks on the wall.",
  "I ask her what happened last night.",
  "I go down to the cellar.",
  "I open the trunk.",
  '"Who are you?"',
  "I follow him up the stairs.",
  "I read the letter aloud.",
  "I wait behind the curtain.",
  "I take the gloves.",
  "I tell them about the money.",
  "I go out to the garden.",
  "I touch the stone.",
  "I draw a map of the house.",
  "I run after the stranger.",
  "I count the lanterns.",
  "I kiss the old man on the forehead.",
  "I light the lantern.",
  "I knock at the green door.",
  "I hide the key in my shoe.",
  "I ask the others to leave.",
];
const CHARACTER = "Mara Voss, a retired lighthouse keeper";
const WORDS_LEAST = 90;
/** Hundreds of passages, of some milliseconds each on a machine that does nothing else. */
const WHOLE_STORIES_MS = 60_000;
vi.setConfig({ testTimeout: WHOLE_STORIES_MS });

function factsFor(genre: string, storyLength: StoryFacts["storyLength"]): StoryFacts {
  return {
    description: "Somebody has lied about the missing key, and the storm is coming.",
    character: CHARACTER,
    genre,
    categories: genre === "Romance" ? ["Small Town"] : [],
    tropes: genre === "Romance" ? ["Fake Relationship"] : [],
    storyLength,
  };
}

/** A whole story. `window`: how many of the latest messages the prompt holds. */
function tellStory(
  genre: string,
  length: StoryFacts["storyLength"],
  exchanges: number,
  window = Number.POSITIVE_INFINITY,
) {
  const messages: Message[] = [];
  const told: { action: string | null; passage: string }[] = [];
  for (let done = 0; done <= exchanges; done++) {
    const action = done === 0 ? null : (ACTIONS[(done - 1) % ACTIONS.length] ?? "");
    if (action !== null) messages.push({ role: "user", content: action });
    const prompt = storyPrompt(factsFor(genre, length), messages.slice(-window), Math.max(0, done - 1));
    const passage = tellPassage(readStoryPrompt(prompt), null);
    messages.push({ role: "assistant", content: passage });
    told.push({ action, passage });
  }
  return told;
}

function endingsIn(genre: string, passage: string): number {
  const told = new Told([passage]);
  return grammarFor(genre).endings.filter((ending) => told.hasTemplate(ending)).length;
}

describe.each(GENRES)("a story of twenty exchanges in the genre %s", (genre) => {
  it("never repeats a sentence and has full passages with people in them", () => {
    const story = tellStory(genre, "medium", 20);
    const seen = new Set<string>();
    const cast = grammarFor(genre).cast.map((member) => member.name);
    for (const [exchange, { action, passage }] of story.entries()) {
      const where = `exchange ${exchange}:\n${passage}`;
      const sentences = splitSentences(passage).map(flatten);
      expect(
        sentences.filter((sentence) => seen.has(sentence)),
        where,
      ).toEqual([]);
      for (const sentence of sentences) seen.add(sentence);
      expect(passage.split(/\s+/u).length, where).toBeGreaterThanOrEqual(WORDS_LEAST);
      expect(passage.split("\n\n").length, where).toBeGreaterThanOrEqual(2);
      expect(passage.split("\n\n").length, where).toBeLessThanOrEqual(4);
      expect(passage, where).toMatch(/\b(?:Mara|[Yy]ours?|[Yy]ou)\b/u);
      if (exchange > 3)
        expect(
          cast.filter((name) => new Told([passage]).mentions(name)),
          where,
        ).not.toEqual([]);
      if (action === null || contentWords(action).length === 0) continue;
      const said = new Set(contentWords(passage).map((word) => word.slice(0, 4)));
      expect(
        contentWords(action).some((word) => said.has(word.slice(0, 4))),
        where,
      ).toBe(true);
    }
  });
});

describe("a story's length", () => {
  it.each([
    ["short", 10, 20, GENRES],
    ["medium", 20, 40, GENRES.slice(0, 3)],
  ] as const)("%s ends between %d and %d exchanges, once", (length, least, most, genres) => {
    for (const genre of genres) {
      const story = tellStory(genre, length, most + 2, 20);
      const ends = story.flatMap(({ passage }, exchange) =>
        endingsIn(genre, passage) > 0 ? [exchange] : [],
      );
      expect(ends, genre).toHaveLength(1);
      expect(ends[0], genre).toBeGreaterThanOrEqual(least);
      expect(ends[0], genre).toBeLessThanOrEqual(most);
    }
  });

  it("ongoing does not end, and its threads are opened, continued and settled", () => {
    const story = tellStory("Mystery", "ongoing", 47);
    expect(story.every(({ passage }) => endingsIn("Mystery", passage) === 0)).toBe(true);
    for (const thread of grammarFor("Mystery").threads) {
      const at = thread.map((step) =>
        story.findIndex(({ passage }) => new Told([passage]).hasTemplate(step)),
      );
      expect(at[0], thread[0]).toBeGreaterThan(0);
      expect(at[1]).toBeGreaterThan((at[0] ?? 0) + 1);
      expect(at[2]).toBeGreaterThan((at[1] ?? 0) + 1);
    }
  });

  it("tells each step of its arc once, in order, though the prompt holds ten exchanges only", () => {
    const story = tellStory("Western", "medium", 36, 20);
    const text = story.map(({ passage }) => flatten(passage)).join("\n");
    for (const { steps } of grammarFor("Western").intrigues) {
      const at = steps.map((step) =>
        story.flatMap(({ passage }, index) => (new Told([passage]).hasTemplate(step) ? [index] : [])),
      );
      expect(at.map((found) => found.length)).toEqual(steps.map(() => 1));
      const order = at.map(([first]) => first ?? -1);
      expect(order).toEqual([...order].sort((one, other) => one - other));
    }
    expect(text).not.toBe("");
  });
});

it("a new place gets the description of a new place", () => {
  const story = tellStory("Fantasy", "short", 3);
  expect(story[3]?.passage).toMatch(/^You went down to the cellar\./u);
  expect(story[3]?.passage).toMatch(/cellar.*\b(?:cellar|dark|draught|floor|tallies|Roots|Dust|sound)\b/su);
});
