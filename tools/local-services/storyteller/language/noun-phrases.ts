import nlp from "compromise";
import { isStopWord } from "./text.ts";
import { baseOfThirdPerson, isAlsoNoun, isPast, isVerb } from "./verbs.ts";

export type NounPhrase = {
  /** The word just before the determiner, in lower case: "in", or "". */
  before: string;
  /** "the", "a", "my" …, in lower case. */
  determiner: string;
  /** One to four words, the last of them the noun. */
  words: string[];
};

const DETERMINERS = /^(?:the|an?|my|our|his|her|their|your|this|that|these|those)$/u;
const WORDS_MAX = 4;

/** Past forms that commonly stand before a noun: "the forgotten kingdom". */
const ADJECTIVAL =
  /^(?:abandoned|haunted|ruined|deserted|forgotten|enchanted|isolated|walled|cursed|flooded|crowded|hidden|lost|broken|stolen|retired|locked|wanted|cracked|sealed|torn|rusted|burnt|burned|faded|wounded|frozen|sunken|fallen|painted|carved|masked|hooded|armed|unfinished)$/u;

/** The noun phrases of a text that begin with a determiner, in order: "my missing brother", "a map". */
export function nounPhrasesOf(text: string): NounPhrase[] {
  const tokens = text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]+/gu) ?? [];
  const found: NounPhrase[] = [];
  for (const [index, token] of tokens.entries()) {
    const determiner = token.toLowerCase();
    if (!DETERMINERS.test(determiner)) continue;
    const before = (tokens[index - 1] ?? "").toLowerCase();
    // "the hand that reaches": no noun phrase begins there.
    if (determiner === "that" && !isVerb(before) && !isStopWord(before)) continue;
    const words: string[] = [];
    for (const word of tokens.slice(index + 1, index + 1 + WORDS_MAX)) {
      if (!continuesPhrase(word, words.length)) break;
      words.push(word);
    }
    while (words.length > 0 && !isNoun(words.at(-1) ?? "")) words.pop();
    if (words.length > 0) found.push({ before, determiner, words });
  }
  return found;
}

function continuesPhrase(word: string, soFar: number): boolean {
  const lower = word.toLowerCase();
  if (!/^\p{L}/u.test(word) || isStopWord(lower) || PREPOSITIONS.has(lower)) return false;
  if (ADJECTIVAL.test(lower)) return true;
  if (lower.endsWith("ly") || (lower.endsWith("ing") && soFar > 0 && !isNoun(lower))) return false;
  if (soFar === 0) return true;
  if (isPast(lower)) return false;
  if (isVerb(lower) && !isAlsoNoun(lower)) return false;
  const base = baseOfThirdPerson(lower);
  return base === null || isAlsoNoun(base);
}

function isNoun(word: string): boolean {
  const tags = nlp(word.toLowerCase());
  return tags.has("#Noun") || isAlsoNoun(word) || (!tags.has("#Adjective") && !tags.has("#Adverb"));
}

const PREPOSITIONS = new Set(
  "above across against along among around behind below beneath beside besides between beyond despite during except near past since than throughout toward towards under underneath until upon via within without inside outside onto off aboard".split(
    " ",
  ),
);
