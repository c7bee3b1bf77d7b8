import type { StoryBrief } from "#domain/story-record.ts";
import {
  buildQuestion,
  buildTaskRequest,
  DATA_REMINDER,
  type PromptMessage,
  TEXT_LANGUAGE_RULE,
  toDataBlock,
  toFactsBlock,
} from "./prompt.ts";
import { TASK_MARKERS } from "./task-markers.ts";

const RULES = `You give stories their titles. You answer with the title and nothing else: two to six words, particular to this story, fit for a book's cover. No quotation marks, no subtitle, no full stop, not the genre's name.`;

/** Asks for a story's title (answer: one line), from its opening chapter. */
export function buildTitlePrompt(
  { genre, subGenre, character }: Pick<StoryBrief, "genre" | "subGenre" | "character">,
  opening: string,
): PromptMessage[] {
  return buildQuestion({
    marker: TASK_MARKERS.title,
    rules: `${RULES} ${TEXT_LANGUAGE_RULE}`,
    blocks: [
      toFactsBlock("story_facts", [
        ["Genre", genre],
        ["Sub-genre", subGenre ?? ""],
      ]),
      toDataBlock("player_character", character),
      toDataBlock("opening_chapter", opening),
    ],
    request: `Write the title of the story that begins with the chapter above: two to six words and nothing else. ${DATA_REMINDER}`,
  });
}

/** The same, asked at the end of the story's own prompt, whose last message is the opening chapter. */
export function buildTitleTask(): string {
  return buildTaskRequest(
    TASK_MARKERS.title,
    `${RULES} ${TEXT_LANGUAGE_RULE}`,
    `Write the title of the story that has just begun: two to six words and nothing else. ${DATA_REMINDER}`,
  );
}
