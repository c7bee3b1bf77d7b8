import { phaseText } from "./pacing.ts";
import { DATA_REMINDER, type PromptMessage } from "./prompt.ts";
import { blocksNow, type StoryMaterial, storyMessages } from "./story-material.ts";

/** The end of every request for a passage: the essential rules once more, after all the data. */
const CLOSING = `Write only the passage, in the language of the player's own words: two to four paragraphs, past tense, the player's character as "you", never speaking, deciding or feeling for them beyond what the player wrote. ${DATA_REMINDER}`;

/** A prompt for a passage: the story's beginning, then what is new at this turn, then the request. */
export function narratorPrompt(material: StoryMaterial, request: string): PromptMessage[] {
  return storyMessages(material, passageRequest(material, request));
}

/** The text after the messages in a prompt for a passage: the facts of this turn, then the request. */
export function passageRequest(material: StoryMaterial, request: string): string {
  const { brief, pace = null } = material;
  const guide = pace === null ? "" : ` ${phaseText(brief.storyLength, pace)}`;
  return [...blocksNow(material), `${request}${guide}`, "", CLOSING].join("\n");
}
