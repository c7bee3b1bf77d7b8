import { normalizeText } from "#domain/text.ts";

/** A word as it is indexed and compared, and where it stands in the text, in UTF-16 code units. */
export type IndexedWord = { word: string; from: number; to: number };

/** How much of a long word is compared, in UTF-16 code units. */
const WORD_MAX = 48;

/** Scripts that are written without spaces between words, and Korean, whose words carry endings: each character is a word. */
const SPACELESS =
  "[[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tibetan}]&&[\\p{L}\\p{N}\\p{M}]]";
/** A Korean syllable in its parts, a character of those scripts with its voice mark, or a run of letters, digits and their marks. */
const WORD = new RegExp(
  `[\\u1100-\\u115f][\\u1160-\\u11a7][\\u11a8-\\u11ff]?|${SPACELESS}[\\u3099\\u309a]?|[[\\p{L}\\p{N}\\p{M}]--${SPACELESS}]+`,
  "gv",
);
/** Marks that a person may leave out: not those that are vowels, as in Hindi, nor the voice marks of kana. */
const WRITTEN_WITHOUT =
  "[\\p{M}&&[\\p{sc=Inherited}\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{sc=Hebrew}\\p{sc=Arabic}]]";
const ACCENTS = new RegExp(`[${WRITTEN_WITHOUT}--[\\u3099\\u309a]]`, "gv");
const NO_LETTER = /[^\p{L}\p{N}\p{M}]/gu;
const PLAIN = /^[0-9a-z]*$/;
/** Letters that Unicode does not take apart, as they are typed without them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** The words of a text in their order. */
export function splitIntoWords(text: string): IndexedWord[] {
  const words: IndexedWord[] = [];
  for (const { 0: run, index } of text.matchAll(WORD)) {
    const word = foldWord(run);
    if (word !== "") words.push({ word, from: index, to: index + run.length });
  }
  return words;
}

/** Letters and digits alone, so that a word never means anything in a query of the index. */
function foldWord(run: string): string {
  const lower = run.toLowerCase();
  if (PLAIN.test(lower)) return lower.slice(0, WORD_MAX);
  return normalizeText(lower, "NFKD")
    .toLowerCase()
    .replace(ACCENTS, "")
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .replace(NO_LETTER, "")
    .normalize("NFC")
    .slice(0, WORD_MAX);
}
