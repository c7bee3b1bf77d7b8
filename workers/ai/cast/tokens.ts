import { isAbbreviation } from "./words/titles.ts";

/** A word of a prose text. `start` and `end` are UTF-16 code units; a possessive's 's lies outside. */
export type Token = {
  text: string;
  lower: string;
  start: number;
  end: number;
  /** Begins with a capital and is not all capitals (a single letter counts as a capital). */
  capital: boolean;
  /** Two letters or more, all of them capitals. */
  shouted: boolean;
  /** Its capital may come from the place: the start of a sentence, of what somebody says, of a verse. */
  first: boolean;
  possessive: boolean;
  /** What stands between the word before and this one. */
  gap: string;
  sentence: number;
  paragraph: number;
  /** In a heading, a caption or a table of contents, where every word has a capital. */
  heading: boolean;
  quoted: boolean;
};

/** A gap that joins two words. */
export const SPACE = /^[ \n\r_*]{1,3}$/;
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’-]\p{L}[\p{L}\p{M}\p{N}]*)*/gu;
const POSSESSIVE = /['’]s$/;
const CONTRACTION = /['’](?:s|d|ll|ve|re|m)$/i;
const OPENING = /[“"«„]|(?:^|[\s([—–-])[‘']$/;
const SENTENCE_END = /[.!?…]/;
const SHORT_LINE = 46; // a verse or a line of a list; prose is wrapped at some 70 characters

/** Splits a text into words; those of headings are marked. Costs one pass. */
export function tokenize(text: string): Token[] {
  const headings = findHeadings(text);
  const tokens: Token[] = [];
  let sentence = 0;
  let paragraph = 0;
  let heading = 0;
  let quoted = false;
  let end = 0;
  let previous: Token | null = null;
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    const gap = text.slice(end, start);
    const whole = match[0];
    const suffix = CONTRACTION.exec(whole)?.[0] ?? "";
    const word = suffix === "" || whole.length === suffix.length ? whole : whole.slice(0, -suffix.length);
    while (heading < headings.length && (headings[heading]?.[1] ?? 0) <= start) heading += 1;
    const range = headings[heading];
    const newParagraph = previous === null || /\n[^\S\n]*\r?\n/.test(gap);
    const ends = newParagraph || endsSentence(gap, previous);
    if (newParagraph) paragraph += 1;
    if (ends) sentence += 1;
    if (newParagraph) quoted = false;
    if (/[“«„]/.test(gap)) quoted = true;
    else if (/[”»]/.test(gap)) quoted = false;
    else if (gap.includes('"')) quoted = (gap.split('"').length % 2 === 0) !== quoted;
    const token: Token = {
      text: word,
      lower: word.toLowerCase(),
      start,
      end: start + word.length,
      capital: /^\p{Lu}/u.test(word) && !isShouted(word),
      shouted: isShouted(word),
      first: ends || OPENING.test(gap) || /[:;(—–[*]|--/.test(gap) || startsLine(text, start, gap),
      possessive: POSSESSIVE.test(suffix) || isPluralPossessive(text, start + whole.length, word),
      gap,
      sentence,
      paragraph,
      heading: range !== undefined && start >= range[0],
      quoted,
    };
    tokens.push(token);
    previous = token;
    end = start + whole.length;
  }
  return tokens;
}

function isShouted(word: string): boolean {
  return word.length > 1 && !/\p{Ll}/u.test(word) && /\p{Lu}.*\p{Lu}/u.test(word);
}

function endsSentence(gap: string, previous: Token | null): boolean {
  if (!SENTENCE_END.test(gap)) return false;
  // "Mr. Darcy", "J. H. Watson": a stop, a space and nothing else
  const abbreviated = previous !== null && /^\.\s+$/.test(gap) && previous.capital;
  return !(
    abbreviated &&
    (isAbbreviation(previous.text) || (previous.text.length === 1 && previous.text !== "I"))
  );
}

/** The plural's and the s-name's genitive: "the Vosses' boat", "James' hat". A closing quotation mark looks the same. */
function isPluralPossessive(text: string, end: number, word: string): boolean {
  return /s$/.test(word) && /['’]/.test(text[end] ?? "") && /^ \p{Ll}/u.test(text.slice(end + 1, end + 3));
}

function startsLine(text: string, start: number, gap: string): boolean {
  const newline = gap.lastIndexOf("\n");
  if (newline < 0) return false;
  const endOfLine = start - gap.length + newline;
  return endOfLine - (text.lastIndexOf("\n", endOfLine - 1) + 1) < SHORT_LINE;
}

const HEADING_START =
  /^[#*_\s]*(?:chapter|part|book|volume|canto|letter|act|scene|prologue|epilogue|adventure)\b[\s\dIVXLC.:—–-]*/i;
const BLOCK = /\[Illustration[^[\]]*\]|\[[^[\]]{0,200}\]\([^()]*\)/g;
const HEADING_LENGTH = 90;
const LIGHT_WORD = /^(?:a|an|the|of|and|or|in|on|to|at|by|for|from|is|de|la|le|der|von|with|as|his|her)$/;

/** Lines that stand alone and are written like a title, and captions: [start, end) each, in order. */
function findHeadings(text: string): [number, number][] {
  const ranges: [number, number][] = [];
  const body = findBody(text);
  if (body[0] > 0) ranges.push([0, body[0]]);
  for (const line of text.matchAll(/[^\n]+/g)) {
    if (line[0].length <= HEADING_LENGTH && isHeading(line[0]))
      ranges.push([line.index, line.index + line[0].length]);
  }
  for (const block of text.matchAll(BLOCK)) ranges.push([block.index, block.index + block[0].length]);
  if (body[1] < text.length) ranges.push([body[1], text.length]);
  return ranges.sort((a, b) => a[0] - b[0]);
}

function isHeading(line: string): boolean {
  const trimmed = line.trim();
  if (/^#{1,6}\s/.test(trimmed)) return true;
  const start = HEADING_START.exec(trimmed);
  if (
    start !== null &&
    (/^\S+[\s]*[\dIVXLC]+\b/.test(trimmed.replace(/^[#*_\s]+/, "")) || start[0].length === trimmed.length)
  )
    return true;
  if (/^[IVXLC\d]+[.:—–-]\s+\S/.test(trimmed) && !/[.!?,;”"]$/.test(trimmed)) return true;
  const words = trimmed.match(/\p{L}[\p{L}'’]*/gu) ?? [];
  if (words.length === 0 || /[a-z,;!?]["”’']?$/u.test(trimmed) === false)
    return words.length > 0 && !/\p{Ll}/u.test(trimmed);
  // every important word has a capital, and it is not a line of wrapped prose, which begins or ends in the middle of a
  // sentence
  return (
    words.length >= 4 &&
    words.length <= 12 &&
    words.every((word) => /^\p{Lu}/u.test(word) || LIGHT_WORD.test(word))
  );
}

/** Where a Project Gutenberg file's own text begins and ends; the whole of any other. */
function findBody(text: string): [number, number] {
  const start = /\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG[^\n]{0,200}\n/i.exec(text);
  const end = /\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the )?Project Gutenberg/i.exec(text);
  return [start === null ? 0 : start.index + start[0].length, end === null ? text.length : end.index];
}

/** Whether two words can stand in one name: "Mara Voss", "Mr. Voss". */
export function joins(before: Token, after: Token): boolean {
  if (before.possessive || after.heading) return false;
  if (/^(?: |\r?\n)$/.test(after.gap)) return true;
  return (
    /^\.(?: |\r?\n| ?)$/.test(after.gap) &&
    (isAbbreviation(before.text) || (before.text.length === 1 && before.capital))
  );
}
