import { narratorPrompt } from "./narrator.ts";
import type { PromptMessage } from "./prompt.ts";
import type { StoryMaterial } from "./story-material.ts";

export const OPENING_REQUEST =
  "<opening_request/>\nWrite the opening chapter: place, mood and trouble, and the player's character in the middle of it.";

/** Asks for the opening chapter. */
export function openingPrompt(material: StoryMaterial): PromptMessage[] {
  return narratorPrompt(material, material.passages, OPENING_REQUEST);
}
