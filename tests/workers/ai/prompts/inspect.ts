import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { TASK_MARKERS } from "#workers/ai/prompts/task-markers.ts";

/** Every block and mark that a prompt of ours may contain. */
const BLOCKS = [
  "story_facts",
  "story_now",
  "new_people",
  "beginnings_to_remember",
  "player_character",
  "story_description",
  "cast",
  "memory",
  "player_action",
  "continue_direction",
  "different_take",
  "opening_chapter",
  "passages_to_remember",
  "memory_so_far",
  "passage",
  "known_cast",
  "form_so_far",
  "ideas",
  "character",
  "person_says",
  "card_description",
  "scenario",
  "example_dialogue",
  "card_notes",
  "card_reminder",
  "story_memory",
  "story_passage",
];
const MARKS: readonly string[] = Object.values(TASK_MARKERS).map((marker) => marker.slice(1, -2));

export type Inspected = {
  /** Errors in the prompt's structure; empty if there are none. */
  faults: string[];
  /** The prompt without its data: roles, instructions, marks and the names of the blocks. */
  skeleton: string[];
  /** The contents of all blocks, and the model's own messages. */
  data: string[];
};

/** Parses a prompt strictly: blocks are closed and never nested, and there are no other brackets. */
export function inspect(messages: readonly PromptMessage[]): Inspected {
  const found: Inspected = { faults: [], skeleton: [], data: [] };
  for (const { role, content } of messages) {
    if (role === "assistant") {
      if (/[<>]/u.test(content)) found.faults.push("a bracket in a message of the model's own");
      found.data.push(content);
      found.skeleton.push("assistant: …");
      continue;
    }
    found.skeleton.push(`${role}: ${skeletonOf(content, found)}`);
  }
  return found;
}

function skeletonOf(content: string, found: Inspected): string {
  let skeleton = "";
  let open: string | null = null;
  for (const part of content.split(/(<[^<>]*>)/u)) {
    const [, closing, name, mark] = /^<(\/?)(\w+)(\/?)>$/u.exec(part) ?? [];
    if (name === undefined) {
      if (/[<>]/u.test(part)) found.faults.push(`a loose bracket in: ${part.slice(0, 80)}`);
      if (open === null) skeleton += part;
      else found.data.push(part);
      continue;
    }
    if (mark === "/" && !MARKS.includes(name)) found.faults.push(`an unknown mark ${part}`);
    if (mark !== "/" && !BLOCKS.includes(name)) found.faults.push(`an unknown block ${part}`);
    if (mark === "/" && open !== null) found.faults.push(`${part} inside ${open}`);
    if (mark !== "/" && closing === "" && open !== null) found.faults.push(`${part} inside ${open}`);
    if (closing === "/" && open !== name) found.faults.push(`${part} closes ${open}`);
    if (mark !== "/") open = closing === "/" ? null : name;
    skeleton += part;
  }
  if (open !== null) found.faults.push(`${open} is never closed`);
  return skeleton;
}
