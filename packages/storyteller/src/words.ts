import words from "../data/words.json" with { type: "json" };

function asList(lines: readonly string[]): string[] {
  return lines.join(" ").split(" ");
}

/** Past forms that no rule gives, by their plain forms. */
const IRREGULAR = new Map<string, string>();
const pairs = asList(words.irregular);
for (let index = 0; index < pairs.length; index += 2)
  IRREGULAR.set(pairs[index] ?? "", pairs[index + 1] ?? "");

const ALSO_NOUNS = new Set(asList(words.alsoNouns));
const DOUBLED = new Set(asList(words.doubled));
const VERBS = new Set([...IRREGULAR.keys(), ...asList(words.regular)]);
const PAST_FORMS = new Set([...VERBS].map(toPast));
const PEOPLE = new Set(asList(words.people));
const PLACES = new Set(asList(words.places));
const ADJECTIVES = new Set(asList(words.adjectives));
const NOTIONS = new Set(asList(words.notions));

/** Whether a word in its plain form is a verb that the storyteller knows. */
export function isVerb(word: string): boolean {
  return VERBS.has(word.toLowerCase());
}

/** Whether a verb's plain form is as often a noun ("light", "step", "watch"). */
export function isAlsoNoun(word: string): boolean {
  return ALSO_NOUNS.has(word.toLowerCase());
}

/** "opens" → "open" where that is a verb; else `null`. */
export function baseOfThirdPerson(word: string): string | null {
  const lower = word.toLowerCase();
  if (!lower.endsWith("s") || lower.endsWith("ss")) return null;
  const candidates = [lower.slice(0, -1)];
  if (lower.endsWith("es")) candidates.push(lower.slice(0, -2));
  if (lower.endsWith("ies")) candidates.push(`${lower.slice(0, -3)}y`);
  return candidates.find((candidate) => VERBS.has(candidate)) ?? null;
}

/** Whether a word is the past form of a verb and not also its plain form ("opened", "went"). */
export function isPast(word: string): boolean {
  const lower = word.toLowerCase();
  return !VERBS.has(lower) && (PAST_FORMS.has(lower) || (lower.length > 4 && lower.endsWith("ed")));
}

/** The simple past of a plain form: "open" → "opened", "go" → "went". */
export function toPast(base: string): string {
  const irregular = IRREGULAR.get(base);
  if (irregular !== undefined) return irregular;
  if (base.endsWith("e")) return `${base}d`;
  if (/[^aeiou]y$/u.test(base)) return `${base.slice(0, -1)}ied`;
  if (DOUBLED.has(base)) return `${base}${base.at(-1)}ed`;
  return base.endsWith("c") ? `${base}ked` : `${base}ed`;
}

/** Whether a noun names somebody: "sister", "innkeeper". */
export function isPerson(noun: string): boolean {
  const lower = noun.toLowerCase();
  return (
    PEOPLE.has(lower) || PEOPLE.has(lower.replace(/s$/u, "")) || /(?:man|woman|keeper|girl|boy)$/u.test(lower)
  );
}

/** Whether a noun names a place: "cellar", "harbour". */
export function isPlace(noun: string): boolean {
  return PLACES.has(noun.toLowerCase());
}

/** Whether a noun names nothing that could be pointed at: a time, a part of the body, a notion. */
export function isNotion(noun: string): boolean {
  return NOTIONS.has(noun.toLowerCase());
}

const NOUN_ALL_THE_SAME =
  /^(?:bible|cable|chest|client|constable|contest|crest|dish|fish|forest|fruitful|guest|handful|harvest|ingredient|interest|nest|patient|priest|quest|request|stable|syllable|table|test|vegetable|vest|west|mouthful)$/u;

/** Whether a word only describes: it ends no noun phrase. */
export function isAdjective(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    ADJECTIVES.has(lower) ||
    (/(?:less|ful|ous|ish|ible|able|est|ient)$/u.test(lower) && !NOUN_ALL_THE_SAME.test(lower))
  );
}
