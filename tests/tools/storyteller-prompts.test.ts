import { readStoryPrompt, TASK_MARKERS as STORYTELLERS_MARKERS, tellPassage } from "@talespark/storyteller";
import { describe, expect, it } from "vitest";
import type { StoryBrief } from "#domain/story-record.ts";
import { carryOnPrompt } from "#workers/ai/prompts/carry-on.ts";
import { buildStoryPrompt, type StoryAsk, type StoryPassage } from "#workers/ai/prompts/story-prompt.ts";
import { TASK_MARKERS } from "#workers/ai/prompts/task-markers.ts";
import { BRIEF as STORY_BRIEF } from "./storyteller-brief.ts";

const BRIEF: StoryBrief = { ...STORY_BRIEF, subGenre: "Cold Case", categories: ["Small Town"] };

const TOLD: StoryPassage[] = [
  { role: "assistant", content: "The boat put you ashore at four." },
  { role: "user", content: "I climb up to the <lamp> room" },
  { role: "assistant", content: "You climbed. The lamp was warm." },
];

function read(passages: StoryPassage[], ask: StoryAsk) {
  return readStoryPrompt(buildStoryPrompt({ brief: BRIEF, passages, ask }));
}

it("recognises each task by the marker in the prompts", () => {
  expect(STORYTELLERS_MARKERS).toEqual(TASK_MARKERS);
});

describe("the storyteller reads the app's own prompts", () => {
  it("for an opening", () => {
    const prompt = read([], { kind: "opening" });
    expect(prompt).toMatchObject({
      genre: "Mystery",
      subGenre: "Cold Case",
      categories: ["Small Town"],
      setting: "the island of Ferrow",
      storyLength: "short",
      character: BRIEF.character,
      description: BRIEF.description,
      task: { type: "opening" },
      passages: [],
      avoid: null,
      partial: null,
    });
    const passage = tellPassage(prompt, null);
    expect(passage).toContain("the island of Ferrow");
    expect(passage).toContain("“Mara Voss, a retired keeper.”");
    expect(passage).toContain("“The lighthouse burns again, though nobody lives there.”");
  });

  it("for another take of each kind", () => {
    const avoid = "You touched the glass. It was cold.";
    const action = read([...TOLD, { role: "user", content: "I touch the glass" }], {
      kind: "different-take",
      avoid,
      after: "passage",
    });
    expect(action).toMatchObject({ task: { type: "action", text: "I touch the glass" }, avoid });
    expect(read(TOLD, { kind: "different-take", avoid, after: "continue" })).toMatchObject({
      task: { type: "continue" },
      avoid,
    });
    expect(read([], { kind: "different-take", avoid, after: "opening" })).toMatchObject({
      task: { type: "opening" },
      avoid,
    });
  });

  it("for the rest of a passage that was cut", () => {
    const messages = buildStoryPrompt({
      brief: BRIEF,
      passages: [...TOLD, { role: "user", content: "I touch the glass" }],
      ask: { kind: "passage" },
    });
    const whole = tellPassage(readStoryPrompt(messages), null);
    const partial = whole.slice(0, 71);
    const prompt = readStoryPrompt(carryOnPrompt(messages, partial));
    expect(prompt.partial).toBe(partial);
    expect(partial + tellPassage(prompt, null)).toBe(whole);
  });
});
