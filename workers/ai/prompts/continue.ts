import { toDataBlock } from "./prompt.ts";

/** Asks for a passage without the person acting. `direction`: theirs, or `DEFAULT_CONTINUE_PROMPT`. */
export function continueRequest(direction: string): string {
  return `${toDataBlock("continue_direction", direction)}\nThe player leans back: their character goes on with what they were doing while the world moves. Write the next passage in the direction of the continue_direction block, as far as it fits the story.`;
}
