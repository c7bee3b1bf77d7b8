import { continueRequest } from "./continue.ts";
import { buildDifferentTakeRequest, type Retelling } from "./different-take.ts";
import { buildNarratorPrompt } from "./narrator.ts";
import { buildNextPassageRequest } from "./next-passage.ts";
import { OPENING_REQUEST } from "./opening.ts";
import type { PromptMessage } from "./prompt.ts";
import type { StoryMaterial, StoryPassage } from "./story-material.ts";

export type { StoryMaterial, StoryPassage } from "./story-material.ts";

/** What is asked of the writer now. */
export type StoryAsk =
  | { kind: "opening" }
  | { kind: "passage" }
  | { kind: "continue"; direction: string }
  | ({ kind: "different-take" } & Retelling);

/** The whole prompt of a story's next passage. */
export function buildStoryPrompt({ ask, ...material }: StoryMaterial & { ask: StoryAsk }): PromptMessage[] {
  return buildNarratorPrompt(material, buildStoryRequest(ask, material.passages));
}

/** The words in which a passage is asked for. */
export function buildStoryRequest(ask: StoryAsk, passages: readonly StoryPassage[]): string {
  switch (ask.kind) {
    case "opening":
      return OPENING_REQUEST;
    case "passage":
      return buildNextPassageRequest(passages);
    case "continue":
      return continueRequest(ask.direction);
    case "different-take":
      return buildDifferentTakeRequest(ask, passages);
  }
}
