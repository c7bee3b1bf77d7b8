import { DATA_REMINDER, DATA_RULE, dataBlock, factsBlock, type PromptMessage } from "./prompt.ts";
import { TASK_MARKERS } from "./task-markers.ts";

/** Somebody to be painted. */
export type Sitter = {
  name: string;
  description: string;
  personality: string;
  appearance: string;
  /** One of the art styles; empty: the painter's choice. */
  artStyle: string;
  /** What the person asked for besides. */
  details: string;
  isNSFW: boolean;
};

/** An image model reads little more than this. */
export const PORTRAIT_PROMPT_MAX = 600;

const RULES = `You describe portraits to a painter who has only your words. You answer with the description and nothing else: one paragraph of at
most 80 words, a single figure from the chest up. What can be seen: age, build, face, hair, skin, clothes, expression,
posture, light, background; then the art style. No names, no text in the picture, nothing that cannot be seen.`;

/** Asks for the description of a portrait that an image model is then given (answer: one paragraph). */
export function portraitPrompt(sitter: Sitter): PromptMessage[] {
  return [
    { role: "system", content: `${RULES}\n\n${DATA_RULE}` },
    {
      role: "user",
      content: [
        TASK_MARKERS.portrait,
        factsBlock("character", [
          ["Name", sitter.name],
          ["Description", sitter.description],
          ["Personality", sitter.personality],
          ["Appearance", sitter.appearance],
          ["Art style", sitter.artStyle],
        ]),
        ...(sitter.details.trim() === "" ? [] : [dataBlock("portrait_details", sitter.details)]),
        `Describe the portrait of this character in one paragraph of at most 80 words. ${
          sitter.isNSFW
            ? "The person is an adult; the portrait is clothed all the same."
            : "It is for a general audience."
        } ${DATA_REMINDER}`,
      ].join("\n"),
    },
  ];
}
