import { neutralise } from "./neutralise.ts";
import { DATA_REMINDER, type PromptMessage } from "./prompt.ts";
import { TASK_MARKERS } from "./task-markers.ts";

/**
 * Asks for the rest of a reply that was cut off, given what the reader has already seen of it: the same prompt, the
 * text so far as the writer's own, and the request to go on from its last character.
 */
export function carryOnPrompt(prompt: readonly PromptMessage[], textSoFar: string): PromptMessage[] {
  return [
    ...prompt,
    { role: "assistant", content: neutralise(textSoFar) },
    {
      role: "user",
      content: `${TASK_MARKERS.carryOn}\nYour passage was cut off. Continue it from exactly where it stops, in the middle of the word if need be. Repeat nothing of it and add no remark. All that was asked of the passage still holds. ${DATA_REMINDER}`,
    },
  ];
}
