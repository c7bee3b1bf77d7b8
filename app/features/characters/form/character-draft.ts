import * as v from "valibot";
import { UnsentValues } from "#app/features/storage/kept-values.ts";
import type { CharacterRecord } from "#domain/character.ts";
import { type CharacterTexts, characterTextsSchema } from "#domain/record-parts.ts";

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

/** What the fields are called on the screen. */
export const CHARACTER_LABELS: Record<keyof CharacterValues, string> = {
  name: "Name",
  description: "Description",
  personality: "Personality",
  appearance: "Appearance",
  voice: "Voice",
  quirks: "Quirks",
  interests: "Interests",
  isNSFW: "Adult content (NSFW)",
};

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

const valuesSchema = v.object({ ...characterTextsSchema.entries, isNSFW: v.boolean() });

/** Values that somebody else has changed. */
export const someValuesSchema = v.partial(valuesSchema);

/** What was typed for a new character, until it is created, under the id of the person. */
export const characterDrafts = new UnsentValues("talespark:character-draft:", valuesSchema);

/** `null`, or values without any text, remove the draft. */
export function keepCharacterDraft(userId: string, values: CharacterValues | null): void {
  const isEmpty = values === null || isSameCharacter({ ...values, isNSFW: false }, NO_CHARACTER);
  characterDrafts.keep(userId, userId, isEmpty ? null : values);
}
