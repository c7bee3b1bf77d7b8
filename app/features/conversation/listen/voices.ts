import type { KeptVoices } from "./voice-settings.ts";

/** The voice family that is only taken where there is no other one of the language: the specification's first-listed vendor. */
const LAST_CHOICE = /microsoft/i;
/** `localService`: `false` if it comes from the network. */
export type Voice = Pick<SpeechSynthesisVoice, "name" | "lang"> &
  Partial<Pick<SpeechSynthesisVoice, "localService">>;

/** The voices of a language, such as `en`; those that are taken last at the end. */
export function listVoices<V extends Voice>(voices: readonly V[], language: string): V[] {
  const fitting = voices.filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language);
  const isLast = (voice: V) => LAST_CHOICE.test(voice.name);
  return [...fitting.filter((voice) => !isLast(voice)), ...fitting.filter(isLast)];
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
