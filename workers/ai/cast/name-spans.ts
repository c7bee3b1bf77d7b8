import { joins, type Token } from "./tokens.ts";
import { isOrdinary, isSurnameHere, type WordUse } from "./word-use.ts";
import { isCommonWord } from "./words/common-words.ts";
import { isGivenName } from "./words/given-names.ts";
import { isCalendarName, isEpithet, isNeverName, isSurnameAfterTitle } from "./words/never-names.ts";
import { isKnownPlace, isPeople, isPlaceBeginning } from "./words/places.ts";
import { titleFacts } from "./words/titles.ts";

/** What looks like a name at one place of a text: "Captain Mara Voss", "the Duchess", "Harrow Light". */
export type NameSpan = {
  /** Titles as written, without full stops. */
  titles: string[];
  /** The words of the name; empty for a title alone. Particles ("de", "van") and initials are words. */
  names: string[];
  /** Indexes into the tokens, [from, to). */
  from: number;
  to: number;
  start: number;
  end: number;
  /** Nothing but its place at the start of a sentence gives it a capital. */
  doubtful: boolean;
  /** In something that is said. */
  quoted: boolean;
};

const PARTICLES = new Set(
  "de du da di del della der den van von la le el al bin ibn ben d' dos das ten ter af av zu zur y".split(
    " ",
  ),
);
const NOBLE =
  /^(Duke|Duchess|Earl|Count|Countess|Lord|Lady|King|Queen|Prince|Princess|Marquis|Marchioness|Baron|Baroness|Bishop|Archbishop|Sultan|Emperor|Empress|Knight|Knave)$/;
const NUMERAL = /^(?:I{2,3}|IV|VI{0,3}|IX|X|XI{1,3}|XIV|XV|XVI)$/;

/** Titles that are borne of a place: "the Duke of Wexmouth". */
export const isNobleTitle = (word: string): boolean => NOBLE.test(word);

/** The longest runs of capitalised words that could name somebody or something. */
export function findNameSpans(tokens: readonly Token[], uses: ReadonlyMap<string, WordUse>): NameSpan[] {
  const spans: NameSpan[] = [];
  let index = 0;
  while (index < tokens.length) {
    const token = tokens[index];
    if (token === undefined || !isNameLike(token, uses, tokens[index + 1])) {
      index += 1;
      continue;
    }
    const to = runEnd(tokens, index);
    const span = readSpan(tokens, index, to, uses);
    if (span !== null) spans.push(span);
    index = to;
  }
  return spans;
}

function isNameLike(token: Token, uses: ReadonlyMap<string, WordUse>, next: Token | undefined): boolean {
  if (!token.capital || token.heading) return false;
  if (titleFacts(token.text) !== null) return true;
  if (isSurnameHere(token, uses) && !token.first) return true;
  if (isNeverName(token.lower) || (token.text.length === 1 && !/^\.\s/.test(next?.gap ?? ""))) return false;
  if (!token.first) return true;
  if (!isOrdinary(token, uses)) return true;
  // "Rose Tyler nodded", "Operation Lantern failed": an ordinary word that begins names, before another capital
  const begins = isGivenName(token.text) || isPlaceBeginning(token.text);
  return begins && next !== undefined && joins(token, next) && next.capital && !next.first;
}

function runEnd(tokens: readonly Token[], from: number): number {
  let to = from + 1;
  for (;;) {
    const before = tokens[to - 1];
    const after = tokens[to];
    if (before === undefined || after === undefined || !joins(before, after)) return to;
    if (
      after.text.length > 1 &&
      titleFacts(after.text) !== null &&
      titleFacts(before.text) === null &&
      beginsAnother(after, tokens[to + 1])
    )
      return to;
    const isName = before.text === "St" || !isNeverName(after.lower) || isTitledSurname(tokens[from], after);
    if ((after.capital && isName) || NUMERAL.test(after.text)) {
      to += 1;
      continue;
    }
    const length = countLinkWords(tokens, to);
    if (length === 0) return to;
    to += length;
  }
}

/** "Captain Good", "Captain John Good", "Miss North". */
function isTitledSurname(title: Token | undefined, token: Token): boolean {
  return title !== undefined && titleFacts(title.text) !== null && isSurnameAfterTitle(token.lower);
}

/** How many words from here lead on to the next capital of the same name: "de", "van der", "of"; 0 where none do. */
function countLinkWords(tokens: readonly Token[], at: number): number {
  const [before, link, next, third] = [tokens[at - 1], tokens[at], tokens[at + 1], tokens[at + 2]];
  if (before === undefined || link === undefined || next === undefined || !joins(link, next)) return 0;
  const particle = PARTICLES.has(link.lower);
  if (next.capital && !isNeverName(next.lower))
    return particle || (link.text === "of" && isNobleTitle(before.text)) ? 1 : 0;
  if (!particle || !PARTICLES.has(next.lower) || third === undefined) return 0;
  return third.capital && joins(next, third) ? 2 : 0;
}

/** "on Wednesday | Miss Lucas came": a title in the middle begins another name; "Stephen King said" does not. */
function beginsAnother(title: Token, next: Token | undefined): boolean {
  return next?.capital === true && joins(title, next) && !isNeverName(next.lower);
}

/** Takes what is no part of a name off its ends; `null` where nothing is left. */
function readSpan(
  tokens: readonly Token[],
  from: number,
  to: number,
  uses: ReadonlyMap<string, WordUse>,
): NameSpan | null {
  let begin = from;
  let end = to;
  while (begin < end - 1) {
    const token = tokens[begin];
    if (token === undefined) break;
    const strips =
      isEpithet(token.lower) ||
      (token.first &&
        titleFacts(token.text) === null &&
        isOrdinary(token, uses) &&
        !isGivenName(token.text) &&
        !isPlaceBeginning(token.text));
    const next = tokens[begin + 1]?.text ?? "";
    const strays = isKnownPlace(token.text) && !isGivenName(token.text) && isGivenName(next);
    // "Dutch Pieter"; but "the Fair Isabel" is a ship
    const byOrigin = isPeople(token.text) && !isPeople(next) && !isCommonWord(next.toLowerCase());
    if (begin > 0 && tokens[begin - 1]?.lower === "the" && !token.first) break;
    if (!(strips || strays || byOrigin) || tokens[begin + 1]?.capital !== true) break;
    begin += 1;
  }
  while (end > begin && NUMERAL.test(tokens[end - 1]?.text ?? "")) end -= 1;
  const titles: string[] = [];
  const names: string[] = [];
  for (let index = begin; index < end; index += 1) {
    const word = tokens[index]?.text ?? "";
    if (names.length === 0 && titleFacts(word) !== null) titles.push(word);
    else names.push(word);
  }
  if (names[0] === "of" && titles.length > 0) names.unshift(titles.pop() ?? "");
  if (names.length > 0 && names.every((name) => name.length === 1)) return null;
  const first = tokens[begin];
  const last = tokens[end - 1];
  if (first === undefined || last === undefined) return null;
  // "Dear" is nobody; "Mr. Darling" is, and then "Darling" alone
  if (
    names.length === 1 &&
    titles.length === 0 &&
    isEpithet(names[0]?.toLowerCase() ?? "") &&
    !isSurnameHere(last, uses)
  )
    return null;
  return {
    titles,
    names,
    from: begin,
    to: end,
    start: first.start,
    end: last.end,
    doubtful: first.first && names.length === 1 && titles.length === 0 && !isCalendarName(first.text),
    quoted: first.quoted,
  };
}
