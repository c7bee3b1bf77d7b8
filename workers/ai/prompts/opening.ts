import { narratorPrompt } from "./narrator.ts";
import type { PromptMessage } from "./prompt.ts";
import type { StoryMaterial } from "./story-material.ts";
import { TASK_MARKERS } from "./task-markers.ts";

export const OPENING_REQUEST = `${TASK_MARKERS.opening}\nWrite the opening chapter: place, mood and trouble, and the player's character in the middle of it.`;

/** Asks for the opening chapter. */
export function openingPrompt(material: StoryMaterial): PromptMessage[] {
  return narratorPrompt(material, material.passages, OPENING_REQUEST);
}
