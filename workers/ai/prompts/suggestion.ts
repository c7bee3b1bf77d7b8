import {
  buildTaskRequest,
  DATA_REMINDER,
  DATA_RULE,
  PERSON_LANGUAGE_RULE,
  type PromptMessage,
  toDataBlock,
} from "./prompt.ts";
import { buildBlocksNow, buildStoryMessages, type StoryMaterial } from "./story-prompt.ts";
import { TASK_MARKERS } from "./task-markers.ts";

const RULES = `You help the player of an interactive story with an idea for what their character does next. You write it as the player
would type it, and nothing else: one or two sentences, at most 500 characters, in the first person ("I …"), in the
present tense, in the story's voice. It is something concrete that fits the last passage and opens a way forward; how it
turns out is for the narrator. No alternatives, no quotation marks around it, no remark.`;

/**
 * Asks for what the person could write next (answer: one or two sentences). `avoid`: the suggestion shown before, when
 * another one is wanted.
 */
export function buildSuggestionPrompt(material: StoryMaterial, avoid: string | null = null): PromptMessage[] {
  const rules = [RULES, PERSON_LANGUAGE_RULE, DATA_RULE];
  const request = [...buildBlocksNow(material), buildSuggestionRequest(avoid)].join("\n");
  return buildStoryMessages(material, `${TASK_MARKERS.suggestion}\n${request}`, rules);
}

/** The same, asked at the end of the story's own prompt. */
export function buildSuggestionTask(avoid: string | null): string {
  return buildTaskRequest(TASK_MARKERS.suggestion, RULES, buildSuggestionRequest(avoid));
}

function buildSuggestionRequest(avoid: string | null): string {
  const another =
    avoid === null
      ? ""
      : `${toDataBlock("different_take", avoid)}\nThe player did not like the suggestion in the block above: suggest something quite different.\n`;
  return `${another}Write what the player's character could do or say now: one or two sentences in the first person, at most 500 characters, and nothing else. ${DATA_REMINDER}`;
}
