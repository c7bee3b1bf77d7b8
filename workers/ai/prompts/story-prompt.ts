import { continuePrompt } from "./continue.ts";
import { differentTakePrompt, type Retelling } from "./different-take.ts";
import { nextPassagePrompt } from "./next-passage.ts";
import { openingPrompt } from "./opening.ts";
import type { PromptMessage } from "./prompt.ts";
import type { StoryMaterial } from "./story-material.ts";

export type { StoryMaterial, StoryPassage } from "./story-material.ts";

/** What is asked of the writer now. */
export type StoryAsk =
  | { kind: "opening" }
  | { kind: "passage" }
  | { kind: "continue"; direction: string }
  | ({ kind: "different-take" } & Retelling);

/** The whole prompt of a story's next passage. */
export function storyPrompt({ ask, ...material }: StoryMaterial & { ask: StoryAsk }): PromptMessage[] {
  switch (ask.kind) {
    case "opening":
      return openingPrompt(material);
    case "passage":
      return nextPassagePrompt(material);
    case "continue":
      return continuePrompt(material, ask.direction);
    case "different-take":
      return differentTakePrompt(material, ask);
  }
}
