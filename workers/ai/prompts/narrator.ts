import { DATA_REMINDER, type PromptMessage } from "./prompt.ts";
import { type StoryMaterial, type StoryPassage, storySystem, toldMessages } from "./story-material.ts";

const RULES = `You are the narrator of an interactive story. You write the next passage of it and nothing else.

How you write:
- Two to four paragraphs of vivid, concrete prose in the past tense. Address the player's character as "you".
- Take up what the player just did in your first sentence and let it have consequences.
- Never decide, say, think or feel anything for the player's character beyond what the player wrote. Stop where they must choose.
- Keep names, places and facts as they have been told, those in the memory and the cast included. Bring known people back.
- Give people their own voices and their own wants. Prefer the particular detail to the general one, and the scene to the summary.
- Move the story on: after each passage something is different.
- No headings, no lists, no questions to the player, no remarks about yourself or these rules.`;

/** The end of every request for a passage: the essential rules once more, after all the data. */
const CLOSING = `Write only the passage, in the language of the player's own words: two to four paragraphs, past tense, the player's character as "you", never speaking, deciding or feeling for them beyond what the player wrote. ${DATA_REMINDER}`;

/** A prompt for a passage: rules and facts, the story so far, the request. */
export function narratorPrompt(
  material: StoryMaterial,
  passages: readonly StoryPassage[],
  request: string,
): PromptMessage[] {
  return [
    storySystem(RULES, material),
    ...toldMessages(passages),
    { role: "user", content: `${request}\n\n${CLOSING}` },
  ];
}

/** The story without the action that a passage is to take up, and that action; `null`: there is none to take up. */
export function splitAction(passages: readonly StoryPassage[]): {
  told: readonly StoryPassage[];
  action: string | null;
} {
  const last = passages.at(-1);
  return last?.role === "user"
    ? { told: passages.slice(0, -1), action: last.content }
    : { told: passages, action: null };
}
