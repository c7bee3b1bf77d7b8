import { narratorPrompt, splitAction } from "./narrator.ts";
import { OPENING_REQUEST } from "./opening.ts";
import { dataBlock, type PromptMessage } from "./prompt.ts";
import type { StoryMaterial } from "./story-material.ts";

/** What is to be told anew: the passage, and what it stands after. */
export type Retelling = { avoid: string; after: "passage" | "continue" | "opening" };

/** Asks for another version of a passage, told what to avoid. The passage itself is not among the material's. */
export function differentTakePrompt(material: StoryMaterial, { avoid, after }: Retelling): PromptMessage[] {
  const { told, action } =
    after === "passage" ? splitAction(material.passages) : { told: material.passages, action: null };
  const request = [
    ...(action === null ? [] : [dataBlock("player_action", action)]),
    ...(after === "opening" ? [OPENING_REQUEST] : []),
    dataBlock("different_take", avoid),
    "The player wants another version of the passage in the block above, which is not told and has not happened. Write it anew: other events, other images, another first sentence. Repeat no phrase of it.",
  ];
  return narratorPrompt(material, told, request.join("\n"));
}
