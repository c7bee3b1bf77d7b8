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
const PARTS: ReadonlySet<string> = new Set(["ja", "fa", "uk"]);

/** A language as a tag (BCP 47), and how much in the text speaks for it. */
type LikelyLanguage = { language: string; found: number };

/** The languages that a text may be in, the likeliest first; empty if nothing tells. A script decides alone, else frequent words do. */
export function rankLanguages(text: string): LikelyLanguage[] {
  const sample = text.slice(0, SAMPLE_UNITS);
  const letters = count(sample, /\p{L}/gu);
  for (const [language, some] of SCRIPTS) {
    const found = count(sample, some);
    if (found > letters * (PARTS.has(language) ? PART_SHARE : SCRIPT_SHARE)) return [{ language, found }];
  }
  return FREQUENT.map(([language, words]) => ({ language, found: count(sample, words) }))
    .filter(({ found }) => found > 0)
    .sort((one, other) => other.found - one.found);
}

function count(text: string, of: RegExp): number {
  return text.match(of)?.length ?? 0;
}
