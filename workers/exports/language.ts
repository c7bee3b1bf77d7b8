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

/** Those that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["ar", "fa", "he", "ur", "yi", "ps", "ku"]);

export function isRightToLeft(language: string): boolean {
  return RIGHT_TO_LEFT.has(language);
}

/**
 * The language of a book as a tag (BCP 47): the one that its notes ask for, by its name in English or its own, or else what its text looks
 * like; `und` where that is not clear.
 */
export function findLanguage(wanted: string, text: string): string {
  const name = wanted.trim().toLowerCase();
  return (name === "" ? undefined : findByName(name)) ?? guessLanguage(text.slice(0, SAMPLE_UNITS));
}

const TAGS =
  "af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ku la lt lv mk ml mn mr ms mt my nb ne nl nn pa pl ps pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi yi zh zu".split(
    " ",
  );

function findByName(name: string): string | undefined {
  const inEnglish = new Intl.DisplayNames(["en"], { type: "language" });
  return TAGS.find((tag) => {
    if (tag === name || inEnglish.of(tag)?.toLowerCase() === name) return true;
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag)?.toLowerCase() === name;
  });
}

function guessLanguage(text: string): string {
  const letters = count(text, /\p{L}/gu);
  const script = SCRIPTS.find(
    ([language, some]) => count(text, some) > letters * (PARTS.has(language) ? PART_SHARE : SCRIPT_SHARE),
  );
  if (script !== undefined) return script[0];
  const counted = FREQUENT.map(([language, words]) => ({ language, found: count(text, words) }));
  const [best, second] = counted.sort((one, other) => other.found - one.found);
  return best !== undefined && best.found > 2 * (second?.found ?? 0) ? best.language : "und";
}

function count(text: string, of: RegExp): number {
  return text.match(of)?.length ?? 0;
}
