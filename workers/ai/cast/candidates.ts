import { isPartOfName } from "./compare-names.ts";
import { parseWords, type Word } from "./parse-words.ts";
import {
  isAbbreviation,
  isBeginner,
  isCalendarWord,
  isGerman,
  isParticle,
  isPlaceSign,
  isTitle,
} from "./word-lists.ts";

/** What may be somebody's name. */
export type Candidate = {
  /** As the text writes it, on one line. */
  name: string;
  /** It does not only begin a sentence, or does so twice, and it is not only met where places are. */
  isCertain: boolean;
  /** The name without its first word, where that may only begin a sentence: "Mara" of "Poor Mara". */
  rest: string | null;
};

/** The most candidates of one text, and words of one name. */
const CANDIDATES_MAX = 100;
const NAME_WORDS_MAX = 5;
/** Beyond this length a text is not read for names: no reply is so long. In UTF-16 code units. */
const READ_MAX = 60_000;

/** "Henri VI". */
const ROMAN = /^[IVX]+$/u;

/** One place in the text where a candidate stands. */
type Span = { from: number; to: number };

/**
 * What may be a name in a text whose script has capitals, the certain ones first. Names inside sentences have one; a word
 * that begins a sentence counts too unless it is a usual beginning or the text has it small as well.
 */
export function findCandidates(text: string): Candidate[] {
  const words = parseWords(text.slice(0, READ_MAX));
  const small = new Set(words.filter(({ form }) => form === "lower").map((word) => word.text));
  const found = new Map<string, Candidate>();
  for (const { from, to } of findSpans(words, small)) {
    const [first, second, last] = [words[from], words[from + 1], words[to]];
    if (first === undefined || last === undefined) continue;
    const name = toLine(text.slice(first.start, last.end));
    const isMarked = (!first.isFirst || from < to) && !isPlaceSign(words[from - 1]?.text ?? "");
    const mayLoseFirst = first.isFirst && from < to && !isTitle(first.text);
    const rest = mayLoseFirst && second !== undefined ? toLine(text.slice(second.start, last.end)) : null;
    const before = found.get(name);
    found.set(name, {
      name,
      // what is met twice is certain, too
      isCertain: (isMarked || before !== undefined) && !isCalendarWord(name),
      rest: before?.rest === null ? null : rest,
    });
  }
  const all = [...found.values()].sort((a, b) => Number(b.isCertain) - Number(a.isCertain));
  return all.slice(0, CANDIDATES_MAX);
}

function toLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

function findSpans(words: readonly Word[], small: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || !mayBeName(word, words, at)) continue;
    const to = findSpanEnd(words, at);
    const isDoubtful = word.isFirst && small.has(word.text.toLowerCase());
    // "Old Teague" at the start of a sentence, with "old" elsewhere: "Teague"
    const from = isDoubtful ? findNextCapital(words, at + 1, to) : at;
    if (from !== null) spans.push({ from, to });
    at = to;
  }
  return spans;
}

function mayBeName(word: Word, words: readonly Word[], at: number): boolean {
  if (word.form === "lower" || (word.isFirst && isBeginner(word.text))) return false;
  // "J. H. Watson", but not "I"
  if (word.text.length === 1) return isAbbreviation(word.text) && words[at + 1]?.gap.startsWith(".") === true;
  if (word.form === "capital") return true;
  // "HAL": all of "STOP THERE" may be capitals for another reason
  return !ROMAN.test(word.text) && [words[at - 1], words[at + 1]].every((one) => one?.form !== "shouted");
}

/** The index of the last word of the name that begins at `from`. */
function findSpanEnd(words: readonly Word[], from: number): number {
  let end = from;
  while (end - from < NAME_WORDS_MAX - 1) {
    const next = findNextPart(words, end);
    if (next === null) break;
    end = next;
  }
  return end;
}

/** The next word with a capital that belongs to the same name, over particles: "Ana de Ozores", "Mrs. Dace". */
function findNextPart(words: readonly Word[], at: number): number | null {
  for (let next = at + 1; next <= at + 3; next += 1) {
    const [before, word] = [words[next - 1], words[next]];
    if (before === undefined || word === undefined || !joins(before, word)) return null;
    if (word.form !== "lower" && !isBeginner(word.text)) {
      return word.form === "capital" || ROMAN.test(word.text) ? next : null;
    }
    if (word.form !== "lower" || !isParticle(word.text)) return null;
  }
  return null;
}

function joins(before: Word, after: Word): boolean {
  if (/^[ \u00a0](?:[dl]['’])?$/u.test(after.gap)) return true;
  return /^\.[ \u00a0]?$/u.test(after.gap) && isAbbreviation(before.text);
}

function findNextCapital(words: readonly Word[], from: number, to: number): number | null {
  for (let at = from; at <= to; at += 1) if (words[at]?.form === "capital") return at;
  return null;
}

/** Without those that are a part of another or another case of it. What has a certain part is certain. */
export function withoutParts(candidates: readonly Candidate[]): Candidate[] {
  const isLess = (one: Candidate, other: Candidate) =>
    isPartOfName(one.name, other.name) &&
    (isPartOfName(other.name, one.name)
      ? other.name.length < one.name.length
      : other.name.length > one.name.length);
  return candidates
    .filter((one) => !candidates.some((other) => isLess(one, other)))
    .map((one) => ({
      ...one,
      isCertain: one.isCertain || candidates.some((other) => other.isCertain && isLess(other, one)),
    }));
}

/** If a smaller share of a text's letters than this has upper and lower case, its script has no capitals. */
const CASED_SHARE = 0.5;
/** The least share of these words in German prose. Usually it is a quarter. */
const GERMAN_SHARE = 0.1;

/** Whether names can be told from other words by their capitals. In German all nouns have one. */
export function showsNames(text: string): boolean {
  const read = text.slice(0, READ_MAX);
  const letters = read.match(/\p{L}/gu)?.length ?? 0;
  const cased = read.match(/[\p{Lu}\p{Ll}]/gu)?.length ?? 0;
  const words = read.toLowerCase().match(/\p{L}+/gu) ?? [];
  return cased >= letters * CASED_SHARE && words.filter(isGerman).length < words.length * GERMAN_SHARE;
}
