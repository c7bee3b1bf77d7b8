import { describePhase } from "./pacing.ts";
import { DATA_REMINDER, type PromptMessage } from "./prompt.ts";
import { buildBlocksNow, buildStoryMessages, type StoryMaterial } from "./story-material.ts";

/** The end of every request for a passage: the essential rules once more, after all the data. */
const CLOSING = `Write only the passage, in the language of the player's own words: two to four paragraphs, past tense, the player's character as "you", never speaking, deciding or feeling for them beyond what the player wrote. ${DATA_REMINDER}`;

/** A prompt for a passage: the story's beginning, then what is new at this turn, then the request. */
export function buildNarratorPrompt(material: StoryMaterial, request: string): PromptMessage[] {
  return buildStoryMessages(material, buildPassageRequest(material, request));
}

/** The text after the messages in a prompt for a passage: the facts of this turn, then the request. */
export function buildPassageRequest(material: StoryMaterial, request: string): string {
  const { brief, pace = null } = material;
  const guide = pace === null ? "" : ` ${describePhase(brief.storyLength, pace)}`;
  return [...buildBlocksNow(material), `${request}${guide}`, "", CLOSING].join("\n");
}
