import * as v from "valibot";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { VOICES_KEY } from "#app/features/storage/functional-storage.ts";
import { parseKept } from "#app/features/storage/kept-values.ts";

export const RATES = [0.8, 1, 1.2, 1.5, 2] as const;
/** Of how many characters this browser keeps the voice: of those that got one last. */
const KEPT_MAX = 100;

const voicesSchema = v.object({
  readerId: v.nullable(v.string()),
  rate: v.fallback(v.picklist(RATES), 1),
  /** The name of the narrator's voice; `null`: the first of the language. */
  narrator: v.nullable(v.string()),
  /** Story, character, name of the voice. */
  characters: v.array(v.tuple([v.string(), v.string(), v.string()])),
});
export type KeptVoices = v.InferOutput<typeof voicesSchema>;

/** How the reader listens in this browser: the speed, and who has which voice. Removed after a logout, for it has names of characters. */
export function readVoices(readerId: string | null): KeptVoices {
  const kept = parseKept(voicesSchema, readKept("local", VOICES_KEY));
  return kept?.readerId === readerId ? kept : { readerId, rate: 1, narrator: null, characters: [] };
}

export function keepVoices(voices: KeptVoices): void {
  const characters = voices.characters.slice(-KEPT_MAX);
  keepText("local", VOICES_KEY, JSON.stringify({ ...voices, characters }));
}

/** Gives somebody of a story a voice; `null`: the one that they get by themselves. `name`: `null` is the narrator. */
export function giveVoice(
  voices: KeptVoices,
  storyId: string,
  name: string | null,
  voice: string | null,
): KeptVoices {
  if (name === null) return { ...voices, narrator: voice };
  const others = voices.characters.filter(([story, who]) => story !== storyId || who !== name);
  return { ...voices, characters: voice === null ? others : [...others, [storyId, name, voice]] };
}
