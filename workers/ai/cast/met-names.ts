import { findCharacters } from "./find-characters.ts";
import { gatherForms, isPlaceLike, type NameForm } from "./name-forms.ts";
import { findNameSpans } from "./name-spans.ts";
import { tokenize } from "./tokens.ts";
import { countWordUse } from "./word-use.ts";
import { isCommonWord } from "./words/common-words.ts";
import { isCalendarName } from "./words/never-names.ts";
import { isKnownPlace, isPeople, isPlaceWord } from "./words/places.ts";

/** Names of a story that belong to nobody of its cast. */
export type MetNames = {
  /** Names from one passage that may not be a person's: the model is asked when they occur again. */
  once: string[];
  /** Names in a passage about which the model was asked, and which it did not list as people. */
  nobody: string[];
};

export const NO_MET_NAMES: MetNames = { once: [], nobody: [] };

/** The names that are kept of each kind: the latest. */
const KEPT_MAX = 200;
/** If a smaller share of a text's letters than this has upper and lower case, its script has no capitals. */
const CASED_SHARE = 0.5;
/**
 * If a larger share than this of the words inside sentences has a capital, capitals are no sign of a name. In German all
 * nouns have one.
 */
const CAPITALS_SHARE = 0.16;
/** The least share of the commonest words in English prose. Usually it is a third. */
const ENGLISH_SHARE = 0.12;
const ENGLISH = new Set(
  "the and of to a in was he she you it that his her had with for on at as is not".split(" "),
);

/** Names in a passage that belong to nobody in the cast. */
export type UnknownNames = {
  /** They look like a person's. */
  certain: string[];
  /** They look like names, but perhaps not of a person. */
  possible: string[];
};

/** Whether a name fits one of the `known` ones: "Voss" fits "Mara Voss", "Elias Voss" does not. */
export function fitsAnyName(name: string, known: readonly string[]): boolean {
  const words = toWords(name);
  return known.some((other) => isAmong(words, toWords(other)));
}

function isAmong(words: readonly string[], other: readonly string[]): boolean {
  return words.every((word) => other.includes(word));
}

/** Names in a passage that fit none of the `known` ones. */
export function findUnknownNames(passage: string, known: readonly string[]): UnknownNames {
  const knownWords = known.map(toWords);
  const isUnknown = (name: string) => {
    const words = toWords(name);
    return words.length > 0 && !knownWords.some((other) => isAmong(words, other));
  };
  const people = findCharacters(passage).map(({ name, aliases }) => [name, ...aliases]);
  const certain = people.filter((names) => names.every(isUnknown)).map(([name = ""]) => name);
  const certainWords = new Set(people.flat().flatMap(toWords));
  const possible = findForms(passage)
    .map(({ titles, names }) => [...titles, ...names].join(" "))
    .filter((name) => isUnknown(name) && !toWords(name).some((word) => certainWords.has(word)));
  return { certain, possible: [...new Set(possible)] };
}

/** Everything that looks like a name, except what is surely a place, a people, a day or an everyday word. */
function findForms(passage: string): NameForm[] {
  const tokens = tokenize(passage);
  const spans = findNameSpans(tokens, countWordUse(tokens)).filter(({ doubtful }) => !doubtful);
  return gatherForms(tokens, spans).filter(
    (form) =>
      form.names.length > 0 &&
      form.evidence.articles === 0 &&
      !isPlaceLike(form) &&
      !form.names.every((name) => isNoName(name)),
  );
}

function isNoName(word: string): boolean {
  return (
    isKnownPlace(word) ||
    isPlaceWord(word) ||
    isPeople(word) ||
    isCalendarName(word) ||
    isCommonWord(word.toLowerCase())
  );
}

function toWords(name: string): string[] {
  return name
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[\s.]+/u)
    .filter((word) => word !== "" && word !== "the");
}

/**
 * How well names of people can be told from other words in a text: by capitals and by what stands around them, which only
 * English tells; by capitals alone; or not at all.
 */
export function findNameSigns(text: string): "evidence" | "capitals" | "none" {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.filter((word) => ENGLISH.has(word)).length >= words.length * ENGLISH_SHARE) return "evidence";
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const cased = text.match(/[\p{Lu}\p{Ll}]/gu)?.length ?? 0;
  const inside = text.match(/(?<=[\p{Ll},;:] )\p{L}+/gu) ?? [];
  const capitals = inside.filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length;
  return cased >= letters * CASED_SHARE && capitals < inside.length * CAPITALS_SHARE ? "capitals" : "none";
}

/** Adds names. Those met longest ago are dropped. */
export function keepNames(names: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...names, ...more])].slice(-KEPT_MAX);
}
