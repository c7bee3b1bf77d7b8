import type { CharacterRecord } from "#domain/character.ts";
import type { CharacterTexts } from "#domain/character-fill.ts";

/** What was typed and chosen in the details step. */
export type CharacterValues = CharacterTexts & { isNSFW: boolean };
export type CharacterErrors = Partial<Record<keyof CharacterValues, string>>;

export const NO_CHARACTER: CharacterValues = {
  name: "",
  description: "",
  personality: "",
  appearance: "",
  voice: "",
  quirks: [],
  interests: [],
  isNSFW: false,
};

export function toValues(character: CharacterRecord): CharacterValues {
  const { name, description, personality, appearance, voice, quirks, interests, isNSFW } = character;
  return { name, description, personality, appearance, voice, quirks, interests, isNSFW };
}

/** As the values are sent: tags are trimmed, and a row without a text is no tag. */
export function dropEmptyTags(values: CharacterValues): CharacterValues {
  return { ...values, quirks: dropEmpty(values.quirks), interests: dropEmpty(values.interests) };
}

/** Whether two forms would be saved as the same character. Their fields are in the same order. */
export function isSameCharacter(one: CharacterValues, other: CharacterValues): boolean {
  return JSON.stringify(dropEmptyTags(one)) === JSON.stringify(dropEmptyTags(other));
}

function dropEmpty(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.trim()).filter((tag) => tag !== "");
}
