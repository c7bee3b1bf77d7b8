import { isStopWord } from "./text.ts";
import { baseOfThirdPerson, isAdjective, isAlsoNoun, isPast, isVerb } from "./words.ts";

export type NounPhrase = {
  /** The word before the determiner, in lower case, or "". */
  before: string;
  /** "the", "a", "my" …, in lower case. */
  determiner: string;
  /** One to three words in lower case, the last of them the noun. */
  words: string[];
};

const DETERMINER = /^(?:the|an?|my|our|his|her|their|your|this|that)$/u;
const WORDS_MOST = 3;
const PREPOSITION =
  /^(?:above|across|against|along|among|around|behind|below|beneath|beside|between|beyond|despite|during|except|inside|near|onto|outside|past|round|since|than|through|throughout|toward|towards|underneath|until|upon|via|within|without|aboard|aloud|again|alone|together|twice|tonight|today|yesterday|here|there|ahead|apart|forward|open|aside|first|last|once|whether|though|although|because|unless|while)$/u;
const NOUN_IN_ING =
  /^(?:building|ceiling|clearing|clothing|drawing|evening|king|landing|meeting|morning|opening|painting|railing|ring|ruling|sling|spring|string|thing|wedding|wing|writing)$/u;

/**
 * The noun phrases of a text that certainly are some, in order: a determiner, one to three words, and then a word that can't
 * belong to them. What could be read in two ways is left out.
 */
export function findPhrases(text: string): NounPhrase[] {
  const tokens = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]+/gu) ?? [];
  return tokens.flatMap((token, index) => {
    const determiner = token.toLowerCase();
    if (!DETERMINER.test(determiner)) return [];
    const words: string[] = [];
    for (const word of tokens.slice(index + 1)) {
      if (endsPhrase(word, words)) break;
      words.push(word);
    }
    const isSure = words.length > 0 && words.length <= WORDS_MOST && words.every(isPlain) && isNoun(words);
    const before = tokens[index - 1]?.toLowerCase() ?? "";
    return isSure ? [{ before, determiner, words }] : [];
  });
}

/** How the storyteller speaks of it to the person: "my map" is "your map", "a map" is "the map". */
export function toDefinite({ determiner, words }: NounPhrase): string {
  const owner = /^(?:my|our)$/u.test(determiner)
    ? "your"
    : /^(?:his|her|their)$/u.test(determiner)
      ? determiner
      : "the";
  return `${owner} ${words.join(" ")}`;
}

function endsPhrase(word: string, soFar: readonly string[]): boolean {
  const lower = word.toLowerCase();
  if (!/^\p{L}/u.test(word) || isStopWord(lower)) return true;
  // "the carpenter next door": what describes stands before the noun.
  if (isAdjective(lower)) return soFar.length > 0 && !isAdjective(soFar.at(-1) ?? "");
  if (PREPOSITION.test(lower)) return true;
  if (soFar.length === 0) return false;
  if (lower.endsWith("ly") || (lower.endsWith("ing") && !NOUN_IN_ING.test(lower)) || isPast(lower))
    return true;
  const base = baseOfThirdPerson(lower) ?? (isVerb(lower) ? lower : null);
  return base !== null && !isAlsoNoun(base);
}

function isPlain(word: string): boolean {
  return /^\p{Ll}[\p{Ll}-]*$/u.test(word) && !/^(?:\p{Ll}+self|\p{Ll}+selves)$/u.test(word);
}

function isNoun(words: readonly string[]): boolean {
  const noun = words.at(-1) ?? "";
  if (noun.length < 3 || isAdjective(noun) || noun.endsWith("ly")) return false;
  if (noun.endsWith("ing") && !NOUN_IN_ING.test(noun)) return false;
  if (isPast(noun) || (isVerb(noun) && !isAlsoNoun(noun))) return false;
  // "the pass closes", "the strange lights": a verb or a noun, unless what stands before can only describe it.
  const before = words.at(-2);
  if (before === undefined || isAdjective(before)) return true;
  return baseOfThirdPerson(noun) === null && !(isVerb(noun) && before.endsWith("s"));
}
