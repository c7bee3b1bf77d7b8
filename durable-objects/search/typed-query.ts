import { SEARCH_TEXT_MAX } from "#domain/search.ts";
import { type IndexedWord, splitIntoWords } from "./split-words.ts";

/** Words that stand side by side. `isPrefix`: of the last one it is the beginning. `or`: single words that do as well. */
export type Term = { words: string[]; isPrefix: boolean; or?: string[] };
/** A text fits if it has all that is wanted, and nothing that is not. */
export type WordQuery = { wanted: Term[]; unwanted: Term[] };

const TERMS_MAX = 12;
const WORDS_MAX = 48;
/** A shorter beginning of a word would fit too much. A character of a script without spaces is a word. */
const PREFIX_MIN = 2;

const QUOTES = /[“”„«»＂]/g;
const PIECE = /((?<=^|\s)-)?(?:"([^"]*)("?)|([^\s"]+))/g;

/**
 * Reads what a person typed: words, a "phrase", -without. Everything else, such as OR or *, is text. The last word may be the beginning of
 * one, unless a space or a quotation mark follows it.
 */
export function parseTypedQuery(typed: string): WordQuery {
  const text = typed.slice(0, SEARCH_TEXT_MAX).replace(QUOTES, '"');
  const query: WordQuery = { wanted: [], unwanted: [] };
  let room = WORDS_MAX;
  for (const piece of text.matchAll(PIECE)) {
    const [whole, minus, phrase, closing, plain] = piece;
    const words = splitIntoWords(phrase ?? plain ?? "")
      .map(({ word }) => word)
      .slice(0, room);
    if (words.length === 0) continue;
    room -= words.length;
    const isLast = piece.index + whole.length === text.length && !closing;
    const isLongEnough = (words.at(-1)?.length ?? 0) >= PREFIX_MIN;
    if (minus) query.unwanted.push({ words, isPrefix: false });
    else query.wanted.push({ words, isPrefix: isLast && isLongEnough });
    if (query.wanted.length + query.unwanted.length === TERMS_MAX || room === 0) break;
  }
  return query;
}

/** The query in the language of FTS5; `null`: there is nothing to look for. */
export function toMatch({ wanted, unwanted }: WordQuery): string | null {
  if (wanted.length === 0) return null;
  const all = `(${wanted.map(toPhrase).join(" AND ")})`;
  return unwanted.length === 0 ? all : `${all} NOT (${unwanted.map(toPhrase).join(" OR ")})`;
}

/** Words have letters and digits alone (`foldWord`), so nothing in the quotation marks can end them. */
function toPhrase({ words, isPrefix, or = [] }: Term): string {
  const phrase = `"${words.join(" ")}"${isPrefix ? " *" : ""}`;
  return or.length === 0 ? phrase : `(${[phrase, ...or.map((word) => `"${word}"`)].join(" OR ")})`;
}

/** Where wanted words stand in a text: the first and the last word of each place, in the order of the text. */
export function findPlaces(
  words: readonly IndexedWord[],
  { wanted }: WordQuery,
): [first: number, last: number][] {
  return words.flatMap((_, at): [number, number][] => {
    const term = wanted.find((one) => standsAt(words, at, one));
    if (term !== undefined) return [[at, at + term.words.length - 1]];
    return wanted.some(({ or }) => or?.includes(words[at]?.word ?? "")) ? [[at, at]] : [];
  });
}

function standsAt(words: readonly IndexedWord[], at: number, { words: wanted, isPrefix }: Term): boolean {
  return wanted.every((word, index) => {
    const found = words[at + index]?.word;
    const isLast = index === wanted.length - 1;
    return found === word || (isPrefix && isLast && found?.startsWith(word) === true);
  });
}

/** Letters that may be missing or wrong in a word of that script, as pairs of the first and the last. */
const ALPHABETS = ["az", "αω", "ая", "את", "ءي", "अह"] as const;
/** Letters of a word from which on a typo in it is forgiven. */
export const TYPO_MIN = 4;

/** Words that differ from one in a letter: one more, one less, another one, or two changed about. Empty for a short word. */
export function listNear(word: string): string[] {
  const letters = [...word];
  const alphabet = ALPHABETS.find(([first = "", last = ""]) =>
    letters.some((one) => first <= one && one <= last),
  );
  if (letters.length < TYPO_MIN || alphabet === undefined) return [];
  const [first, last] = [alphabet.charCodeAt(0), alphabet.charCodeAt(1)];
  const all = Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
  const near = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const [before, after] = [letters.slice(0, at).join(""), letters.slice(at)];
    const [one = "", two = ""] = after;
    near.add(before + after.slice(1).join(""));
    near.add(before + two + one + after.slice(2).join(""));
    for (const letter of all) {
      near.add(before + letter + after.join(""));
      near.add(before + letter + after.slice(1).join(""));
    }
  }
  near.delete(word);
  return [...near];
}
