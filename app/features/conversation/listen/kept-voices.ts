import * as v from "valibot";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { VOICES_KEY } from "#app/features/storage/functional-storage.ts";
import { parseKept } from "#app/features/storage/kept-values.ts";
import { listVoices, type Voice } from "./speech.ts";

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

/**
 * The voice of a character, or of the narrator (`null`): the chosen one if this browser has it, else one of the language. Characters share
 * the voices that the narrator leaves, in the order of the cast, so that each keeps theirs.
 */
export function findVoice<V extends Voice>(
  all: readonly V[],
  kept: KeptVoices,
  { storyId, language, cast }: { storyId: string; language: string; cast: readonly string[] },
  name: string | null,
): V | null {
  const voices = listVoices(all, language);
  const called = (wanted: string | null | undefined) => voices.find((voice) => voice.name === wanted);
  const narrator = called(kept.narrator) ?? voices[0] ?? null;
  if (name === null) return narrator;
  const chosen = kept.characters.find(([story, who]) => story === storyId && who === name)?.[2];
  const others = voices.filter((voice) => voice !== narrator);
  const place = cast.indexOf(name);
  return called(chosen) ?? (place < 0 ? null : others[place % others.length]) ?? narrator;
}
