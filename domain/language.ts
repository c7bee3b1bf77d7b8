/** Scripts that most often are of one language, and the language. The first one that most of a text is in counts. */
const SCRIPTS: readonly (readonly [language: string, letters: RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["fa", /[پچژگ]/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["uk", /[іїєґ]/giu],
  ["ru", /\p{Script=Cyrillic}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["th", /\p{Script=Thai}/gu],
];
/** Short words that are frequent in one of these languages and rare in the others; `\b` needs ASCII letters at their ends. */
const FREQUENT: readonly (readonly [language: string, words: RegExp])[] = [
  ["en", /\b(?:the|and|was|you|with|that)\b/giu],
  ["de", /\b(?:der|und|nicht|ist|das|ein|mit)\b/giu],
  ["fr", /\b(?:les|est|dans|une|vous|pas|des)\b/giu],
  ["es", /\b(?:los|una|por|con|pero|las)\b/giu],
  ["it", /\b(?:che|della|non|sono|gli|una|anche)\b/giu],
  ["pt", /\b(?:não|uma|com|mas|dos|ela)\b/giu],
  ["nl", /\b(?:het|een|niet|van|zijn|maar|je)\b/giu],
  ["pl", /\b(?:nie|jest|jak|ale|przez|na)\b/giu],
];
const SAMPLE_UNITS = 8_000;
/** Shares of a sample's letters from which a script counts: letters of a part of it, and of all of it. */
const PART_SHARE = 0.02;
const SCRIPT_SHARE = 0.3;
/** A text with fewer frequent words is of a language that is not listed here. */
const LETTERS_PER_WORD = 200;
const PARTS: ReadonlySet<string> = new Set(["ja", "fa", "uk"]);

/**
 * The language of a text as a tag (BCP 47); `null` where that is not clear. A script decides alone, else words that one language has often
 * and no other one half as often.
 */
export function guessLanguage(text: string): string | null {
  const sample = text.slice(0, SAMPLE_UNITS);
  const letters = count(sample, /\p{L}/gu);
  for (const [language, some] of SCRIPTS) {
    const least = letters * (PARTS.has(language) ? PART_SHARE : SCRIPT_SHARE);
    if (count(sample, some) > least) return language;
  }
  const [best, second] = FREQUENT.map(([language, words]) => ({
    language,
    found: count(sample, words),
  })).sort((one, other) => other.found - one.found);
  const least = Math.max(2 * (second?.found ?? 0), letters / LETTERS_PER_WORD);
  return best !== undefined && best.found > least ? best.language : null;
}

/** How much of the last text tells the language of a conversation, in UTF-16 code units. */
const LATEST_UNITS = 2_000;

/** The language of a conversation, as `guessLanguage` gives it. */
export function guessTextLanguage(messages: readonly { content: string }[]): string | null {
  const text = messages.map(({ content }) => content).join("\n");
  return guessLanguage(text.slice(-LATEST_UNITS));
}

function count(text: string, of: RegExp): number {
  return text.match(of)?.length ?? 0;
}
