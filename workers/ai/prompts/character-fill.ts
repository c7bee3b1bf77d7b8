import * as v from "valibot";
import {
  DESCRIPTION_MAX,
  INTERESTS_MAX,
  NAME_MAX,
  QUIRKS_MAX,
  TAG_MAX,
  TRAIT_MAX,
} from "#domain/character.ts";
import type { CharacterTexts } from "#domain/record-parts.ts";
import { truncateAtWord } from "#domain/text.ts";
import {
  buildQuestion,
  DATA_REMINDER,
  PERSON_LANGUAGE_RULE,
  type PromptMessage,
  toFactsBlock,
} from "./prompt.ts";
import { TASK_MARKERS } from "./task-markers.ts";

const RULES = `You complete the sheet of a fictional character whom somebody will talk with. Your people are particular: a want, a weakness, a
way of talking, one thing that nobody expects. No clichés, nobody out of existing works, nobody real, nothing sexually
explicit. You keep everything that the person has already written and build on it.`;

function text(max: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.transform((value) => truncateAtWord(value, max - 1)),
  );
}

function tags(most: number) {
  return v.optional(
    v.pipe(
      v.array(text(TAG_MAX)),
      v.transform((values) => values.filter((value) => value !== "").slice(0, most)),
    ),
    [],
  );
}

/** What `buildCharacterFillPrompt` asks for; what is too long is cut, so that a good idea is not lost for a detail. */
export const characterFillAnswerSchema = v.object({
  name: v.pipe(text(NAME_MAX), v.minLength(2)),
  description: v.pipe(text(DESCRIPTION_MAX), v.minLength(20)),
  personality: v.optional(text(TRAIT_MAX), ""),
  appearance: v.optional(text(TRAIT_MAX), ""),
  voice: v.optional(text(TRAIT_MAX), ""),
  quirks: tags(QUIRKS_MAX),
  interests: tags(INTERESTS_MAX),
});

/** Asks for the whole sheet of a character (structured answer: `characterFillAnswerSchema`). */
export function buildCharacterFillPrompt(sheet: CharacterTexts): PromptMessage[] {
  return buildQuestion({
    marker: TASK_MARKERS.formFill,
    rules: `${RULES} ${PERSON_LANGUAGE_RULE}`,
    blocks: [toFactsBlock("sheet_so_far", listSheetFacts(sheet))],
    request: `Complete the sheet. What stands in the block above stays as it is; the rest fits it. "description": who they are and what they want, two or three sentences. "personality": three or four traits, separated by commas. "appearance": what can be seen: age, face, hair, skin, clothes. "voice": how they talk. "quirks": two or three habits. "interests": three or four. Answer with JSON: {"name": "…", "description": "…", "personality": "…", "appearance": "…", "voice": "…", "quirks": [], "interests": []}. ${DATA_REMINDER}`,
  });
}

/** What a character's sheet says, as names and values. */
export function listSheetFacts(sheet: CharacterTexts): [name: string, value: string][] {
  return [
    ["Name", sheet.name],
    ["Description", sheet.description],
    ["Personality", sheet.personality],
    ["Appearance", sheet.appearance],
    ["Voice", sheet.voice],
    ["Quirks", sheet.quirks.join(", ")],
    ["Interests", sheet.interests.join(", ")],
  ];
}
