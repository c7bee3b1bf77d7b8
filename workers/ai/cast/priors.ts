import { isCommonWord } from "./words/common-words.ts";
import { isGivenName } from "./words/given-names.ts";
import { isKnownName, isSurnameAsWord } from "./words/known-names.ts";
import { isCalendarName } from "./words/never-names.ts";
import { isGroup, isKnownPlace, isPeople, isPlaceBeginning, isPlaceEnding } from "./words/places.ts";

/** Above 0: the word itself is likely a name; below 0: likely a place, a people, a month. */
export function estimateWordPrior(word: string, places: ReadonlySet<string>): number {
  const given = isGivenName(word);
  if (isCalendarName(word)) return given ? -2.5 : -5;
  if (isPeople(word)) return -6;
  if (isKnownPlace(word)) return given ? -2 : -4;
  if (places.has(word) || isGroup(word)) return -3;
  if (isPlaceEnding(word) || isPlaceBeginning(word)) return -2;
  if (given) return looksUnusual(word) ? 2 : 1.2;
  if (!looksUnusual(word) || ABSTRACT.test(word)) return isSurnameAsWord(word) ? 0 : -0.6;
  if (isKnownName(word)) return 1.7;
  if (hasSurnameEnding(word)) return 1.4;
  return hasPlaceEnding(word) ? -0.2 : 0.8;
}

const ABSTRACT = /\p{Ll}{2}(?:ism|ness|ity|tion|sion|ally|ology|ship|hood)$/u;

/** Endings and beginnings that surnames of many languages have, and no towns. */
function hasSurnameEnding(word: string): boolean {
  return /^(?:Mc|Mac|O['’]|Fitz)\p{Lu}|\p{Ll}(?:sson|sen|ski|sky|skaya|ov|ova|ev|eva|vich|vić|escu|ez|yan|son|ström|wicz)$/u.test(
    word,
  );
}

/** "Emberfall", "Harrowgate": a word made like the names of towns. */
function hasPlaceEnding(word: string): boolean {
  return /\p{Ll}{2}(?:fall|falls|haven|gate|burg|burgh|bury|ton|ville|ford|mouth|wick|wich|land|holm|stead|dale|moor|mere|port|chester|grad|polis|heim|hurst|thorpe|borough|field|wood|watch|hold|keep|spire)$/u.test(
    word,
  );
}

/** The same of a name of several words. */
export function estimateNamePrior(names: readonly string[], places: ReadonlySet<string>): number {
  const [first = ""] = names;
  const last = names.at(-1) ?? "";
  if (isPeople(first) || isPeople(last)) return -4;
  if (names.some((name) => places.has(name)) && !isGivenName(first)) return -2.5;
  if (isGivenName(first) && !isKnownPlace(first)) return 3;
  if (isKnownPlace(first) && !isGivenName(first)) return -3;
  if (looksUnusual(first) && isKnownName(first)) return 2.5;
  if (first.length === 1 && names.length > 1) return looksUnusual(last) ? 1.8 : 0.5;
  return looksUnusual(first) && looksUnusual(last)
    ? 1.2
    : looksUnusual(last) || looksUnusual(first)
      ? 0.5
      : -0.8;
}

/** No ordinary word of the language. */
export function looksUnusual(word: string): boolean {
  return !isCommonWord(word.toLowerCase());
}
