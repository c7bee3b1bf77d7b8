import { readStoryPrompt, TASK_MARKERS as STORYTELLERS_MARKERS } from "@talespark/storyteller";
import { describe, expect, it } from "vitest";
import type { StoryBrief } from "#domain/story-record.ts";
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
  return readStoryPrompt(buildStoryPrompt({ brief: BRIEF, passages, ask }).messages);
}

it("recognises each task by the marker in the prompts", () => {
  expect(STORYTELLERS_MARKERS).toEqual(TASK_MARKERS);
});

describe("the storyteller reads the app's own prompts", () => {
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
});
