import nlp from "compromise";
import { isStopWord } from "./text.ts";
import { baseOfThirdPerson, isAlsoNoun, isPast, isVerb } from "./verbs.ts";

export type NounPhrase = {
  /** The word just before the determiner, in lower case: "in", or "". */
  before: string;
  /** "the", "a", "my" …, in lower case. */
  determiner: string;
  /** One to four words, the last of them the noun. */
  words: string[];
};

const DETERMINERS = /^(?:the|an?|my|our|his|her|their|your|this|that|these|those)$/u;
const WORDS_MAX = 4;

/** Past forms that commonly stand before a noun: "the forgotten kingdom". */
const ADJECTIVAL =
  /^(?:abandoned|haunted|ruined|deserted|forgotten|enchanted|isolated|walled|cursed|flooded|crowded|hidden|lost|broken|stolen|retired|locked|wanted|cracked|sealed|torn|rusted|burnt|burned|faded|wounded|frozen|sunken|fallen|painted|carved|masked|hooded|armed|unfinished)$/u;

/** A determiner as the storyteller says it to the person: "my" becomes "your", "a" becomes "the". */
export function toOwner(determiner: string): string {
  if (/^(?:my|our|your)$/u.test(determiner)) return "your";
  return /^(?:his|her|their)$/u.test(determiner) ? determiner : "the";
}

/** The noun phrases of a text that begin with a determiner, in order: "my missing brother", "a map". */
export function findNounPhrases(text: string): NounPhrase[] {
  const tokens =
    text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*(?:(?<=s)['’](?= \p{Ll}))?|[^\s\p{L}\p{N}]+/gu) ?? [];
  const found: NounPhrase[] = [];
  for (const [index, token] of tokens.entries()) {
    const determiner = token.toLowerCase();
    if (!DETERMINERS.test(determiner)) continue;
    const before = (tokens[index - 1] ?? "").toLowerCase();
    // "the hand that reaches": no noun phrase begins there.
    if (determiner === "that" && !isVerb(before) && !isStopWord(before)) continue;
    const words: string[] = [];
    for (const word of tokens.slice(index + 1, index + 1 + WORDS_MAX)) {
      if (!continuesPhrase(word, words.length)) break;
      const next = (tokens[index + 2 + words.length] ?? "").toLowerCase();
      // "the map shows an island"
      if (words.length > 0 && baseOfThirdPerson(word) !== null && DETERMINERS.test(next)) break;
      // "all the roads lead to one tower"
      if (/[^s]s$/u.test(words.at(-1) ?? "") && isVerb(word)) break;
      words.push(word);
    }
    while (words.length > 0 && (!isNoun(words.at(-1) ?? "") || /['’]s$|s['’]$/u.test(words.at(-1) ?? "")))
      words.pop();
    if (words.length > 0) found.push({ before, determiner, words });
  }
  return found;
}

function continuesPhrase(word: string, soFar: number): boolean {
  const lower = word.toLowerCase();
  if (/['’](?:ve|ll|d|re|m)$|n['’]t$/u.test(lower) || NOT_NOUNS.test(lower)) return false;
  if (!/^\p{L}/u.test(word) || isStopWord(lower) || PREPOSITIONS.has(lower)) return false;
  if (ADJECTIVAL.test(lower)) return true;
  if (lower.endsWith("ly") || (lower.endsWith("ing") && soFar > 0 && !isNoun(lower))) return false;
  if (soFar === 0) return true;
  // "who saw the box first"
  if (/^(?:first|last|next)$/u.test(lower)) return false;
  if (isPast(lower)) return false;
  if (isVerb(lower) && !isAlsoNoun(lower)) return false;
  const base = baseOfThirdPerson(lower);
  return base === null || isAlsoNoun(base);
}

/** Pronouns and participles that a noun phrase doesn't go on with. */
const NOT_NOUNS =
  /^(?:some(?:body|one|thing)|any(?:body|one|thing)|every(?:body|one|thing)|no(?:body|thing)|sewn|drawn|given|shown|worn|torn|found|left|hidden|seen|gone|won|built|sent|never|always|ever|already|once|only|even|(?:him|her|it|them|your|my)sel(?:f|ves))$/u;

const NOUNS_MOST = 5_000;
const nouns = new Map<string, boolean>();

function isNoun(word: string): boolean {
  const lower = word.toLowerCase();
  // The same words come back in every passage, and to tag one takes a tenth of a millisecond.
  const known = nouns.get(lower);
  if (known !== undefined) return known;
  const tags = nlp(lower);
  const found = tags.has("#Noun") || isAlsoNoun(word) || (!tags.has("#Adjective") && !tags.has("#Adverb"));
  if (nouns.size >= NOUNS_MOST) nouns.clear();
  nouns.set(lower, found);
  return found;
}

const PREPOSITIONS = new Set(
  "above across against along among around behind below beneath beside besides aloud again alone together twice tonight today tomorrow yesterday here there now ahead apart forward loudly between beyond despite during except near past since than throughout toward towards under underneath until upon via within without inside outside onto off aboard".split(
    " ",
  ),
);

/** Whether a noun names a part of something, a time, a notion: nothing by itself. */
export function isNotion(noun: string): boolean {
  return NO_THINGS.has(noun.toLowerCase());
}

/** Whether a noun names somebody: "sister", "innkeeper". */
export function isPersonNoun(noun: string): boolean {
  const lower = noun.toLowerCase();
  return (
    PERSONS.has(lower) ||
    nlp(`the ${lower}`).has("(#Actor|#FamilyMember|#Person)") ||
    /(?:man|woman|keeper|girl|boy)$/u.test(lower)
  );
}

/** Whether a noun names nothing that one could go up to and look at. */
export function isNoThing(noun: string): boolean {
  return noun.length < 3 || NO_THINGS.has(noun.toLowerCase()) || PERSONS.has(noun.toLowerCase());
}

const PERSONS = new Set(
  "actor admiral bride brother busker butcher baker carter cleaner clerk constable courier customer driver farmer father fellow founder gardener governor granddaughter groom guard guide horseman housekeeper hunter husband inspector jury king kid king's lawyer lord magistrate maid marshal master mistress mother mule musician officer owner painter parson people person pilot pirate player poet policeman porter postman postmaster preacher prince princess prisoner queen sailor sergeant servant sheriff sister smith soldier solicitor son surveyor tailor teacher tenant thief tuner uncle valet waiter watchman widow wife witch wizard worker writer youth busybody".split(
    " ",
  ),
);

const NO_THINGS = new Set(
  `first third fourth fifth sixth seventh eighth ninth tenth daughter granddaughter grandson seven eight nine ten eyes shoulders lips times mist deal ear ones trouble fork advertisements stop quarter act bedroom office kitchen floor age ages air answer answers art attention autumn back bar bargain beat beginning bishop bit bottom boy
  breakfast breath case centuries century chair child children coast cold colou?r colour company cook cost
  cough council count course courtesy crack cracks crew crowd dance dances dark darkness date dawn day days
  dead debt depth dinner direction distance doctor door doubt draught dream dreams dusk dust ease east end
  ending evening event eye eyes face fact fair fall family fashion fear feast figure filling first five
  floor floors form four gap generation gentleman girl glance ground guest habit half hand hands head height
  help hill hills hint hour hours house hundred hurry hush hymn ice idea journey kind lady lane last laugh
  law laws length lesson lie light line look lot love lunch man manner manners mark matter meal memory men
  middle midnight mind minute minutes moment month months moon morning morning's mouth mouthful music name
  neighbour news news-paper night noise none noon north note-taking notion number numbers oath old one
  opposite order other others owner parish part party past patience pause peace people person phrase pieces
  place poem point points present price promise pulse question quiet rain reading reason register respect
  rest reward rise rival room row rows rule rules same script sea second seconds seller sense sentence seven
  shade shape shoulder shrug side sides sign silence six size sky sleep smell smile soldier song sort sound
  south speed spring step steps stop story strand stranger street sum summer sun sunset supper tail talk
  thing things thought thoughts thread three threshold tie time tone top total town town's trouble truth
  tune turn turns two use valley vicar village voice wait wall-space war warmth way weather week weeks west
  whole width wind window-pane winter woman women wood word words world wrist year year's years`.split(
    /\s+/u,
  ),
);
