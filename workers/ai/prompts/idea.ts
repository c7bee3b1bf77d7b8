import {
  buildQuestion,
  DATA_REMINDER,
  PERSON_LANGUAGE_RULE,
  type PromptMessage,
  toDataBlock,
} from "./prompt.ts";
import { TASK_MARKERS } from "./task-markers.ts";

const RULES = `You turn loose ideas into the premise of an interactive story: two to four sentences, at most 800 characters, that name who the
player is, where they are, what has just gone wrong and what is at stake, without telling how it ends. Particular rather
than general; no clichés, no characters or places of existing works, nothing sexually explicit. You write the premise and
nothing else.`;

/** Asks for a story's premise made from free ideas (answer: a paragraph). */
export function buildIdeaPrompt(ideas: string): PromptMessage[] {
  return buildQuestion({
    marker: TASK_MARKERS.idea,
    rules: `${RULES} ${PERSON_LANGUAGE_RULE}`,
    blocks: [toDataBlock("ideas", ideas)],
    request: `Write the premise of a story made from the ideas in the block above: two to four sentences and nothing else. ${DATA_REMINDER}`,
  });
}
