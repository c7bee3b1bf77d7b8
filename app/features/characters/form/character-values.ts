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
