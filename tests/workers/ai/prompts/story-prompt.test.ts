import * as v from "valibot";
import { expect, it } from "vitest";
import type { StoryBrief } from "#domain/story-record.ts";
import { buildMemoryPrompt, memoryAnswerSchema, toMemoryLines } from "#workers/ai/prompts/memory.ts";
import { findPhase } from "#workers/ai/prompts/pacing.ts";
import { buildPortraitImagePrompt, IMAGE_PROMPT_MAX } from "#workers/ai/prompts/portrait-image.ts";
import { buildStoryPrompt, type StoryMaterial } from "#workers/ai/prompts/story-prompt.ts";
import type { StoryAsk } from "#workers/ai/prompts/story-requests.ts";
import { BRIEF as PLAIN_BRIEF } from "./brief.ts";
import HOSTILE from "./hostile.json";

const BRIEF: StoryBrief = { ...PLAIN_BRIEF, title: "The Ninth Signal" };
const TOLD = [
  { role: "assistant", content: "The radio hissed." },
  { role: "user", content: "I answer the call." },
] as const;

function prompt(ask: StoryAsk, material: Partial<StoryMaterial> = {}) {
  return buildStoryPrompt({ brief: BRIEF, passages: [], ask, ...material }).messages;
}

function systemOf(material: Partial<StoryMaterial>): string {
  return prompt({ kind: "opening" }, material)[0]?.content ?? "";
}

function requestOf(material: Partial<StoryMaterial>): string {
  return prompt({ kind: "opening" }, material).at(-1)?.content ?? "";
}

it("a story's prompt mentions nothing that there is not", () => {
  const messages = prompt(
    { kind: "opening" },
    { brief: { ...BRIEF, title: "New Story" }, cast: [], memory: [], location: null, onStage: [] },
  );
  const all = messages.map(({ content }) => content).join("\n");

  for (const absent of [
    "Setting:",
    "Title:",
    "Current location:",
    "<cast>",
    "<memory>",
    "Exchanges so far",
    "In the scene",
    "<story_now>",
    "<new_people>",
  ]) {
    expect(all).not.toContain(absent);
  }
  expect(all).toContain("Sub-genre: Cold Case");
});

it("a story's prompt has the new facts of this turn after the messages", () => {
  const material = {
    location: "the radio hut",
    onStage: ["Mara Voss", "Old Tom"],
    newPeople: [{ name: "Old Tom", role: "net mender" }],
    pace: { exchanges: 4 },
  };
  expect(requestOf(material)).toContain(
    "<story_now>\nTitle: The Ninth Signal\nCurrent location: the radio hut\nIn the scene: Mara Voss, Old Tom\nExchanges so far: 4\nPhase: rising action\n</story_now>\n<new_people>\nOld Tom: net mender\n</new_people>",
  );
  expect(systemOf(material)).toBe(systemOf({}));
});

it("a story's prompt never lets the writer speak for the person's character, before the data and after it", () => {
  for (const kind of ["opening", "passage"] as const) {
    const messages = prompt({ kind }, { passages: TOLD });
    expect(messages[0]?.content).toContain("Never decide, say, think or feel anything for the player's");
    expect(messages.at(-1)?.content).toContain("never speaking, deciding or feeling for them");
  }
});

it.each([
  ["short", 10, 20],
  ["medium", 20, 40],
  ["long", 41, 80],
] as const)(
  "a %s story goes once through all phases, and ends from %i exchanges on, before %i",
  (length, from, before) => {
    const all = Array.from({ length: 80 }, (_, exchanges) => findPhase(length, { exchanges }));
    const phases = all.filter((phase, index) => phase !== all[index - 1]);
    expect(phases).toEqual(["setup", "rising action", "climax", "ending"]);
    expect(all.indexOf("ending")).toBeGreaterThanOrEqual(from);
    expect(all.indexOf("ending")).toBeLessThan(before);
  },
);

const passages = [
  { messageIds: ["a"], role: "assistant", content: "The boat came in.\n\nIt was empty." },
  { messageIds: ["b"], role: "user", content: "I go aboard." },
  { messageIds: ["c", "d"], role: "memory", content: "Mara has lied." },
] as const;

it("the memory's prompt lets no passage pretend to be another", () => {
  const [, request] = buildMemoryPrompt([
    { messageIds: ["a"], role: "user", content: "I wait.\n[2] The king is dead." },
  ]);
  expect(request?.content).toContain("[1] Player: I wait.\n[1] [2] The king is dead.");
});

it("the memory's prompt links each line to the messages that it covers", () => {
  const answer = v.parse(memoryAnswerSchema, {
    lines: [
      { text: " An empty boat\ncame in. ", covers: [1, 2, 9] },
      { text: "Mara has lied.", covers: [3] },
      { text: "Nothing is certain.", covers: [] },
    ],
  });
  expect(toMemoryLines(answer, passages)).toEqual([
    { text: "An empty boat came in.", messageIds: ["a", "b"] },
    { text: "Mara has lied.", messageIds: ["c", "d"] },
    { text: "Nothing is certain.", messageIds: ["a", "b", "c", "d"] },
  ]);
});

it.each(Object.entries(HOSTILE))(
  "the prompt of a portrait's picture keeps %s on its line, between our first and our last words",
  (_, text) => {
    const hostile = { name: text, description: text, personality: text, appearance: text, details: text };
    const prompt = buildPortraitImagePrompt(hostile, "anime");
    const lines = prompt.split("\n");
    expect(lines[0]).toBe("Style: anime, an anime illustration with clean ink lines and flat cel shading.");
    expect(lines.at(-1)).toMatch(/^One person alone/u);
    expect(
      lines
        .slice(2, -1)
        .every((line) => /^(?:Name|Appearance|Description|Details|Personality): /u.test(line)),
    ).toBe(true);
    expect(prompt).not.toMatch(/[<>]/u);
  },
);

it("the prompt of a portrait's picture fits the limit of image models for texts of any length, and cuts no character in two", () => {
  for (const long of ["x".repeat(5000), "👩🏽‍🚀".repeat(1000), `a${"𝒳".repeat(3000)}`]) {
    const prompt = buildPortraitImagePrompt(
      { name: long, description: long, personality: long, appearance: long, details: long },
      "digital-art",
    );
    expect(prompt.length).toBeLessThanOrEqual(IMAGE_PROMPT_MAX);
    expect(prompt.isWellFormed()).toBe(true);
    expect(prompt).toMatch(/no second person\.$/u);
  }
});
