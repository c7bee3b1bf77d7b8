import { GENRES as ALL } from "../src/genres.ts";
import type { ChatMessage } from "../src/prompt-reader.ts";
import { TASK_MARKERS } from "../src/task-markers.ts";

export const GENRES = ALL.map(({ name }) => name);

/** What a story begins from. */
export type StoryFacts = {
  genre: string;
  character: string;
  description: string;
  storyLength: "short" | "medium" | "long" | "ongoing";
  categories?: readonly string[];
  tropes?: readonly string[];
};

export type Message = { role: "user" | "assistant"; content: string };

/**
 * A story prompt as short as one can be: the blocks that the storyteller reads, without the instructions that a model
 * needs. `exchanges`: how many are complete. Without any message it asks for the opening.
 */
export function storyPrompt(
  facts: StoryFacts,
  messages: readonly Message[],
  exchanges: number,
): ChatMessage[] {
  const system = [
    "<story_facts>",
    `Genre: ${facts.genre}`,
    `Categories: ${facts.categories?.join(", ") ?? ""}`,
    `Tropes: ${facts.tropes?.join(", ") ?? ""}`,
    `Story length: ${facts.storyLength}`,
    `Exchanges so far: ${exchanges}`,
    "</story_facts>",
    `<player_character>${facts.character}</player_character>`,
    `<story_description>${facts.description}</story_description>`,
  ].join("\n");
  const told = messages.map(({ role, content }) =>
    role === "assistant" ? { role, content } : { role, content: `<player_action>${content}</player_action>` },
  );
  const ask = messages.length === 0 ? [{ role: "user" as const, content: TASK_MARKERS.opening }] : [];
  return [{ role: "system", content: system }, ...told, ...ask];
}
