/**
 * Estimates how many tokens a model reads for a text, without its tokenizer: models differ, and a tokenizer's tables are
 * larger than the whole Worker. The costs are fitted to o200k_base, whose vocabulary has the size of those that today's models
 * have; tests/tools/tokens.test.ts compares. Of prose the estimate is never below and at most a quarter above. Of the tokenizers of Llama 3.1, Qwen3
 * and Gemma 3 it is at most 8 % below and 49 % above; only Hindi costs Llama 1.3 times as much, and Qwen 2.4 times. A prompt
 * that is too long for them is sent again with half of the messages.
 */

/** Tokens per word: a fixed part, and a part for each letter; at least one. */
type WordCost = { word: number; letter: number };
const CYRILLIC: WordCost = { word: -0.4, letter: 0.44 };
const ARABIC: WordCost = { word: 0.6, letter: 0.3 };
const DEVANAGARI: WordCost = { word: 1.02, letter: 0.2 };
const HANGUL: WordCost = { word: 1, letter: 0.64 };

/** A Latin word of up to so many letters costs the same, and each further letter a part of a token. */
const WHOLE_WORD = 8;
const PER_LATIN_WORD = 1.18;
const PER_FURTHER_LETTER = 0.67;
/** A letter with a mark (ä, é, ş) belongs to a language of which fewer words are in the vocabulary. */
const PER_MARKED_LETTER = 1.05;

/** Scripts without spaces between words, and those that are not told apart here, such as Greek, Hebrew and Thai. */
const PER_HAN = 0.97;
const PER_KANA = 0.9;
const PER_OTHER_LETTER = 0.75;
const DIGITS_PER_TOKEN = 3;
const PER_PUNCTUATION = 0.88;
const PER_LINE_BREAK = 0.9;
const PER_EMOJI = 1.95;
/** Characters that join, mark or colour others: joiners, variation selectors, skin tones, combining marks. */
const PER_MODIFIER = 1.1;

/** Tokens of a text, rounded up. Takes time in proportion to its length. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const belongs = findRun(code);
    if (belongs === null) {
      tokens += estimateCharacter(code);
      at += code > 0xffff ? 2 : 1;
      continue;
    }
    const start = at;
    let marked = 0;
    for (; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      if (!belongs(letter)) break;
      if (letter > 0x7f) marked += 1;
    }
    tokens += estimateRun(belongs, at - start, marked);
  }
  return Math.ceil(tokens);
}

type Belongs = (code: number) => boolean;

function findRun(code: number): Belongs | null {
  return RUNS.find((belongs) => belongs(code)) ?? null;
}

function estimateRun(belongs: Belongs, length: number, marked: number): number {
  switch (belongs) {
    case isLatin: {
      const further = Math.max(0, length - WHOLE_WORD) * PER_FURTHER_LETTER;
      return PER_LATIN_WORD + further + marked * PER_MARKED_LETTER;
    }
    case isDigit:
      return 1 + Math.ceil(length / DIGITS_PER_TOKEN); // the space before it is a token of its own
    case isCyrillic:
      return estimateWord(CYRILLIC, length);
    case isArabic:
      return estimateWord(ARABIC, length);
    case isDevanagari:
      return estimateWord(DEVANAGARI, length);
    default:
      return estimateWord(HANGUL, length);
  }
}

function estimateWord({ word, letter }: WordCost, letters: number): number {
  return Math.max(1, word + letter * letters);
}

function isLatin(code: number): boolean {
  if (code <= 0x7a) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isCyrillic(code: number): boolean {
  return code >= 0x400 && code < 0x530;
}

/** Without its comma and question mark. */
function isArabic(code: number): boolean {
  return code >= 0x600 && code < 0x780 && code !== 0x60c && code !== 0x61f;
}

/** Without its full stops. */
function isDevanagari(code: number): boolean {
  return code >= 0x900 && code < 0x980 && code !== 0x964 && code !== 0x965;
}

function isHangul(code: number): boolean {
  return code >= 0xac00 && code < 0xd7b0;
}

const RUNS: readonly Belongs[] = [isLatin, isDigit, isCyrillic, isArabic, isDevanagari, isHangul];

/** What a character costs that stands in no run. A space belongs to the word after it. */
function estimateCharacter(code: number): number {
  if (code === 0x20) return 0;
  if (code === 0x0a || code === 0x0d) return PER_LINE_BREAK;
  if (isPunctuation(code)) return PER_PUNCTUATION;
  if (code < 0x370 || isModifier(code)) return PER_MODIFIER;
  if (code >= 0x3040 && code < 0x3100) return PER_KANA;
  if (code >= 0x3400 && code < 0xa000) return PER_HAN;
  if ((code >= 0x2190 && code < 0x2c00) || (code >= 0x1f000 && code < 0x20000)) return PER_EMOJI;
  return code >= 0x20000 ? 2 * PER_HAN : PER_OTHER_LETTER;
}

function isPunctuation(code: number): boolean {
  if (code < 0xc0 || code === 0x60c || code === 0x61f || code === 0x964 || code === 0x965) return true;
  if (code >= 0x2000 && code < 0x2070) return code !== 0x200d;
  return (code >= 0x3000 && code < 0x3040) || (code >= 0xff00 && code < 0xfff0);
}

function isModifier(code: number): boolean {
  return code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0x1f3fb && code <= 0x1f3ff);
}
