import * as v from "valibot";
import { parseKept } from "#app/features/storage/parse-kept.ts";
import { keepUnsent, readUnsent, reclaimUnsent } from "#app/features/storage/unsent-text.ts";
import { characterTextsSchema } from "#domain/character-fill.ts";
import { type CharacterValues, isSameCharacter, NO_CHARACTER } from "./character-values.ts";

/** What was typed for a new character, until it is created. The id of the person is in the key. */
const toKey = (userId: string) => `talespark:character-draft:${userId}`;

const valuesSchema = v.object({ ...characterTextsSchema.entries, isNSFW: v.boolean() });

/** What this tab has kept; `null`: nothing. */
export function readCharacterDraft(userId: string): CharacterValues | null {
  return parseKept(valuesSchema, readUnsent(toKey(userId)));
}

/** Takes over what a closed tab has left; `null`: nothing. */
export async function reclaimCharacterDraft(userId: string): Promise<CharacterValues | null> {
  return parseKept(valuesSchema, await reclaimUnsent(userId, toKey(userId)));
}

/** `null`, or values without any text, remove the draft. */
export function keepCharacterDraft(userId: string, values: CharacterValues | null): void {
  const isEmpty = values === null || isSameCharacter({ ...values, isNSFW: false }, NO_CHARACTER);
  keepUnsent(userId, toKey(userId), isEmpty ? null : JSON.stringify(values));
}
