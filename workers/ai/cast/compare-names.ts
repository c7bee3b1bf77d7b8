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

export type Named = { name: string; aliases: readonly string[] };

/**
 * Which of these people (an index) somebody is: one with an equal name, else the only one of whose names one is a part of theirs, or the
 * other way round. `null`: none of them; "ambiguous": a single word that fits several.
 */
export function findSamePerson(people: readonly Named[], somebody: Named): number | "ambiguous" | null {
  const names = listNames(somebody);
  const same = findIndexes(people, (known) => names.some((name) => isEqual(known, name)));
  if (same.length > 0) {
    return same.find((index) => isEqual(people[index]?.name ?? "", somebody.name)) ?? same[0] ?? null;
  }
  const alike = findIndexes(people, (known) =>
    names.some((name) => isPartOfName(known, name) || isPartOfName(name, known)),
  );
  if (alike.length > 1) return toNameWords(somebody.name).length > 1 ? null : "ambiguous";
  return alike[0] ?? null;
}

/** Those of whom one name fits. */
function findIndexes(people: readonly Named[], fits: (known: string) => boolean): number[] {
  return people.flatMap((person, index) => (listNames(person).some(fits) ? [index] : []));
}

export function listNames({ name, aliases }: Named): string[] {
  return [name, ...aliases];
}

function isEqual(one: string, other: string): boolean {
  return one.replaceAll("’", "'").toLowerCase() === other.replaceAll("’", "'").toLowerCase();
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
