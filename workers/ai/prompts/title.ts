import type { StoryBrief } from "#domain/story-record.ts";
import {
  buildTaskRequest,
  DATA_REMINDER,
  DATA_RULE,
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
  return [
    { role: "system", content: `${RULES} ${TEXT_LANGUAGE_RULE}\n\n${DATA_RULE}` },
    {
      role: "user",
      content: [
        TASK_MARKERS.title,
        toFactsBlock("story_facts", [
          ["Genre", genre],
          ["Sub-genre", subGenre ?? ""],
        ]),
        toDataBlock("player_character", character),
        toDataBlock("opening_chapter", opening),
        `Write the title of the story that begins with the chapter above: two to six words and nothing else. ${DATA_REMINDER}`,
      ].join("\n"),
    },
  ];
}

/** The same, asked at the end of the story's own prompt, whose last message is the opening chapter. */
export function buildTitleTask(): string {
  return buildTaskRequest(
    TASK_MARKERS.title,
    `${RULES} ${TEXT_LANGUAGE_RULE}`,
    `Write the title of the story that has just begun: two to six words and nothing else. ${DATA_REMINDER}`,
  );
}
