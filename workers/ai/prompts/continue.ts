import { narratorPrompt } from "./narrator.ts";
import { dataBlock, type PromptMessage } from "./prompt.ts";
import type { StoryMaterial } from "./story-material.ts";

/** Asks for a passage without the person acting. `direction`: theirs, or `DEFAULT_CONTINUE_PROMPT`. */
export function continuePrompt(material: StoryMaterial, direction: string): PromptMessage[] {
  return narratorPrompt(
    material,
    material.passages,
    `${dataBlock("continue_direction", direction)}\nThe player leans back: their character goes on with what they were doing while the world moves. Write the next passage in the direction of the block above, as far as it fits the story.`,
  );
}
