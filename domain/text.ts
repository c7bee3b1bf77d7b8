const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const encoder = new TextEncoder();

/**
 * Line breaks, Latin letters, digits, spaces, dashes and quotation marks: none of them joins with what is beside it, so that each
 * UTF-16 code unit is one character. Most text is like this, and finding the characters of other text takes long.
 */
const PLAIN = /^[\n -~\xa0-\u02ff‐-‧]*$/;

/** Length in characters that a person sees: "👩‍🚀" is one. Lengths in the specification are counted so. */
export function countCharacters(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

/** Marks, joiners and tags: what adds to the character before it. */
const MARKS = /[\p{M}\p{Cf}]/gu;
/** Stacks of Sanskrit, Tibetan and Burmese have up to six; the flag of a part of a country has six tags. */
const MARKS_MAX = 8;
/** Code points. The longest emoji (a kiss of two with skin tones) has ten, the longest conjunct of Sanskrit eleven. */
const CHARACTER_MAX = 16;

export type TextMeasure = {
  /** What a person sees; not counted beyond the limit that was given. */
  characters: number;
  /** Whether one of them has more marks or parts than any script gives it. */
  hasStackedMarks: boolean;
  /** In UTF-8. */
  bytes: number;
};

/** Measures a text of a person. Stops after `charactersMax` characters: what is longer is refused anyway. */
export function measureText(text: string, charactersMax: number): TextMeasure {
  const bytes = encoder.encode(text).length;
  if (PLAIN.test(text)) {
    return { characters: Math.min(text.length, charactersMax), hasStackedMarks: false, bytes };
  }
  let characters = 0;
  let hasStackedMarks = false;
  for (const { segment } of graphemes.segment(text)) {
    characters += 1;
    hasStackedMarks ||= segment.length > MARKS_MAX && isStacked(segment);
    if (characters === charactersMax) break;
  }
  return { characters, hasStackedMarks, bytes };
}

function isStacked(character: string): boolean {
  return (character.match(MARKS)?.length ?? 0) > MARKS_MAX || [...character].length > CHARACTER_MAX;
}

/**
 * UTF-8 bytes that a text may have for each character of its limit. Writing systems need 1 to 12, most emoji 4 to 11; a
 * text of nothing but emoji families (25) fills two thirds of its limit.
 */
export const BYTES_PER_CHARACTER = 16;
const ELLIPSIS_BYTES = 3;

/**
 * Shortens a text of an imported file or another source, so that a field with the limit `max` accepts it. The text is cut after a
 * word and fits the field's limit in bytes. A character with too many combining marks loses its marks.
 */
export function fitText(text: string, max: number): string {
  const characters: string[] = [];
  let bytes = ELLIPSIS_BYTES;
  for (const { segment } of graphemes.segment(text.toWellFormed().trim())) {
    const isTooMuch = segment.length > MARKS_MAX && isStacked(segment);
    const character = isTooMuch ? String.fromCodePoint(segment.codePointAt(0) ?? 0) : segment;
    bytes += encoder.encode(character).length;
    if (bytes > max * BYTES_PER_CHARACTER) break;
    characters.push(character);
    if (characters.length > max) break;
  }
  return truncateAtWord(characters.join(""), max - 1).trim();
}

/** The first `max` characters that a person sees, never half of one. */
export function truncateCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  if (PLAIN.test(text.slice(0, max + 1))) return text.slice(0, max);
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return text.slice(0, index);
    count += 1;
  }
  return text;
}

/**
 * Cut to `max` characters at a word boundary, with an ellipsis; shorter text is left as it is. Where the last space is far away, as in
 * scripts without them, it is cut at any character.
 */
export function truncateAtWord(text: string, max: number): string {
  const head = truncateCharacters(text, max);
  if (head === text) return text;
  // One more, so that a word that ends exactly at the limit is kept whole.
  const lastSpace = truncateCharacters(text, max + 1).lastIndexOf(" ");
  const cut = lastSpace > head.length / 2 ? text.slice(0, lastSpace) : head;
  return `${trimDangling(cut)}…`;
}

/** To put the marks of one character in order takes the square of their number. */
const MARKS_BEYOND = /(\p{M}{8})\p{M}+/gu;

/** Without the marks on one character that are more than any script gives it, for a text of any length. */
export function limitMarks(text: string): string {
  return text.replace(MARKS_BEYOND, "$1");
}

/** `String.normalize` in time that is in proportion to the text: of more marks on one character the first eight count. */
export function normalizeText(text: string, form: "NFC" | "NFKD"): string {
  return limitMarks(text).normalize(form);
}

/** Without space and punctuation at the end. A pattern that ends in `$` would try each run of them in the text. */
function trimDangling(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,;:.–—-]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Text as it is searched and sorted: without case, accents, kinds of quotation marks and runs of space. A database can't
 * do that beyond ASCII.
 */
export function foldText(text: string): string {
  return normalizeText(text, "NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
}

/** All but the characters that XML can have. */
const UNFIT = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** For the text of an element and for an attribute's value, in XML and HTML. */
export function escapeXml(text: string): string {
  return text.replace(UNFIT, "").replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
}

/** The name of a file without its folders and ending: `worlds/Kestrel Island.json` → `Kestrel Island`. */
export function toBareName(file: string): string {
  return file.replace(/^.*[\\/]/u, "").replace(/\.\w{1,12}$/u, "");
}
