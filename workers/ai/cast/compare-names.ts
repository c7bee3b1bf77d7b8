import { isArticle, isTitle } from "./word-lists.ts";

const ELIDED = /^(?:[dl]|qu)'(?=\p{L})/u;

/** The words by which names are compared: "The Captain of d’Artois" has "captain", "of" and "artois". */
export function toNameWords(name: string): string[] {
  const words = name
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll("ё", "е")
    .split(/[\s.]+/u)
    .map((word) => word.replace(ELIDED, ""))
    .filter((word) => word !== "");
  const meant = words.filter((word) => !isArticle(word));
  return meant.length > 0 ? meant : words;
}

/** Whether all words of a name are words of the other: "Voss" is a part of "Mara Voss". A title alone is not. */
export function isPartOfName(name: string, other: string): boolean {
  const words = toNameWords(name);
  const others = toNameWords(other);
  if (words.length === 0 || (words.length < others.length && words.every(isTitle))) return false;
  return words.every((word) => others.some((one) => isSameWord(word, one)));
}

export function isSameName(name: string, other: string): boolean {
  return isPartOfName(name, other) && isPartOfName(other, name);
}

/** Whether a name is a part of one of these. */
export function fitsAnyName(name: string, known: readonly string[]): boolean {
  return known.some((other) => isPartOfName(name, other));
}

const CYRILLIC = /^[\p{Script=Cyrillic}-]{3,}$/u;
/** What a Russian name may end in where another of its cases ends in another of these. */
const CASE_ENDING =
  /^(?:|[аяуюеиыойь]|[оеи]й|[оеы]м|[оеё]ю|[аяие]м|ами|ями|ах|ях|ой|ого|его|ому|ему|ым|им|ых|их|ыми|ими|ую|юю|ая|яя|ый)$/u;

/** In Russian one name has several endings: "Мара", "Мару", "Марой". */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (!CYRILLIC.test(one) || !CYRILLIC.test(other)) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same >= 3 && CASE_ENDING.test(one.slice(same)) && CASE_ENDING.test(other.slice(same));
}
