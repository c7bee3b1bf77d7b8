import { addEvidence, type Evidence, looksUnusual, noEvidence, readEvidence } from "./evidence.ts";
import type { NameSpan } from "./name-spans.ts";
import type { Token } from "./tokens.ts";
import { isGivenName } from "./words/given-names.ts";
import { isCalendarName, isNeverName } from "./words/never-names.ts";
import { isKnownPlace, isPeople, isPlaceBeginning, isPlaceEnding, isSurnameToo } from "./words/places.ts";
import { canStandAlone, titleFacts } from "./words/titles.ts";

/** One way in which somebody is named, with all its mentions: "Mr. Darcy", "Darcy". */
export type NameForm = {
  titles: string[];
  names: string[];
  mentions: NameSpan[];
  evidence: Evidence;
};

/** Gathers equal spans; what stands around each is read once. */
export function gatherForms(tokens: readonly Token[], spans: readonly NameSpan[]): NameForm[] {
  const forms = new Map<string, NameForm>();
  for (const span of spans) {
    const { titles, names } = settleTitles(span);
    if (names.length > 1 && titles.length === 0 && names.at(-1)?.length === 1) continue; // "Mary M."
    if (names.length === 1 && /^St$/.test(names[0] ?? "")) continue;
    if (names.length === 0 && !(titles.length === 1 && canStandAlone(titles[0] ?? ""))) continue;
    const key = `${titles.join(" ")}|${names.join(" ").replaceAll("’", "'")}`;
    const form = forms.get(key) ?? { titles, names, mentions: [], evidence: noEvidence() };
    forms.set(key, form);
    form.mentions.push(span);
    addEvidence(form.evidence, readEvidence(tokens, span));
  }
  return [...forms.values()];
}

const OFFICE =
  /^(President|Mayor|Justice|Chairman|Secretary|Director|Ambassador|Minister|Chancellor|Senator|Governor|Principal|Mate)$/;

/** "Mr. King" and "Judge Dean": a title that is the name. */
function settleTitles({ titles, names }: NameSpan): { titles: string[]; names: string[] } {
  if (names.length > 0 || titles.length < 2) return { titles, names };
  if (!/^(Mr|Mrs|Ms|Miss|Dr|Monsieur|Madame)$/.test(titles[0] ?? "") || OFFICE.test(titles[1] ?? ""))
    return { titles: [], names: [] };
  return { titles: titles.slice(0, -1), names: titles.slice(-1) };
}

/** Words that are (part of) a place's name here: "Baker" of "Baker Street", "Harrow" of "Harrow Light". */
export function placeWords(forms: readonly NameForm[]): Set<string> {
  const asPlace = new Map<string, number>();
  const asPerson = new Map<string, number>();
  for (const form of forms) {
    const counts = isPlaceLike(form) ? asPlace : form.titles.length > 0 ? asPerson : null;
    for (const name of form.names) counts?.set(name, (counts.get(name) ?? 0) + form.mentions.length);
  }
  // "Castle Dracula" is Count Dracula's
  return new Set(
    [...asPlace.keys()].filter(
      (name) => !isGivenName(name) && (asPerson.get(name) ?? 0) * 3 < (asPlace.get(name) ?? 0),
    ),
  );
}

/** "Baker Street", "Mount Harrow", "New Bristol". */
export function isPlaceLike({ titles, names }: NameForm): boolean {
  if (
    titles.length === 1 &&
    /^(Saint|King|Queen|Prince|Lady|Lord|General)$/.test(titles[0] ?? "") &&
    isPlaceEnding(names.at(-1) ?? "")
  )
    return true;
  if (titles.length > 0 || names.length < 2) return false;
  const [first = ""] = names;
  const last = names.at(-1) ?? "";
  return (
    (isPlaceEnding(last) && !(isGivenName(first) && isSurnameToo(last))) ||
    isPlaceBeginning(first) ||
    /^(St|Saint)$/.test(first)
  );
}

export type TextSize = { tokens: number };

/** In a novel a chance pattern comes up somewhere: there, more is asked of a name than in a passage. */
const LONG_TEXT_TOKENS = 6000;
const PASSAGE_TOKENS = 1000;

/** Whether a form names somebody, by what is known of it alone. `person` of words around and of the name itself. */
export function isSomebody(
  form: NameForm,
  pooled: Evidence,
  places: ReadonlySet<string>,
  size: TextSize,
): boolean {
  const { titles, names } = form;
  if (isPlaceLike(form)) return false;
  const title = titles.at(-1);
  if (title !== undefined && names.length > 0) return isTitledPerson(form, places);
  if (title !== undefined) return isEpithetOfOne(form.evidence, size);
  const long = size.tokens > LONG_TEXT_TOKENS;
  const passage = size.tokens < PASSAGE_TOKENS;
  const prior = names.length === 1 ? priorOfWord(names[0] ?? "", places) : priorOfName(names, places);
  const { strong, articles, kinds, mentions, certain } = pooled;
  // in a passage, what comes up again without looking like a place is somebody
  const again =
    passage && prior >= 0.8 && pooled.other < 0.5 && articles === 0 ? Math.min(mentions - 1, 2) * 0.6 : 0;
  const person = pooled.person + again + Math.max(prior, 0);
  const other = pooled.other + Math.max(-prior, 0);
  if (kinds / mentions > 0.25 || (kinds > 0 && mentions < 4)) return false;
  // a title or a trade after "the" is somebody sooner than "the Kunar", a river that roars
  if (articles / mentions > 0.4)
    return (
      isEpithetOfOne(pooled, size) && prior > -3 && (strong > 1 || names.every((name) => !looksUnusual(name)))
    );
  const needed =
    (long ? 3 : passage ? 1.7 : 2.2) +
    (certain === 0 && (!passage || prior < 0.8) ? 1 : 0) +
    (prior < -2 ? 1.5 : 0);
  if (prior <= -6) return false;
  if (prior < -2 && (names.length > 1 ? form.evidence.strong : strong) === 0) return false;
  if (long && mentions === 1 && pooled.person < 0.6) return false; // named, but takes no part
  if (mentions >= 8 && pooled.person / mentions < 0.12) return false;
  return person >= needed && person > other * 1.3;
}

function isTitledPerson(form: NameForm, places: ReadonlySet<string>): boolean {
  const title = form.titles.at(-1) ?? "";
  const facts = titleFacts(title);
  if (facts === null) return false;
  const last = form.names.at(-1) ?? "";
  if (isNeverName(last.toLowerCase())) return false;
  // "the General Strike", "Detective Force"
  if (
    facts.role !== null &&
    facts.gender === null &&
    form.names.length === 1 &&
    !isGivenName(last) &&
    !looksUnusual(last) &&
    form.evidence.person < 1
  )
    return false;
  if (title === "Saint" && form.evidence.strong === 0) return false; // a church or a day
  // "the Miss Webbs": a family
  if (title === "Miss" && last.endsWith("s") && form.evidence.articles + form.evidence.kinds > 0)
    return false;
  if (form.evidence.other > form.evidence.person + 2 && form.evidence.strong === 0) return false;
  // "Sister Carrie" but "General Post", "Miss Manners", "Old Bailey": the name must be none of the language's words for a thing
  if (isPeople(last) || (facts.names !== "surname" && places.has(last) && form.evidence.strong === 0))
    return false;
  if (form.evidence.kinds > form.evidence.mentions / 2 && facts.names !== "surname") return false; // "a Mr. Lamb" is one
  return true;
}

/** "the Duchess", "the Mock Turtle": somebody who is called by what they are, and who speaks. */
function isEpithetOfOne(evidence: Evidence, size: TextSize): boolean {
  const { strong, mentions, person, kinds } = evidence;
  const enough = size.tokens > LONG_TEXT_TOKENS ? 3 : 1;
  return strong >= enough && person / mentions >= 0.3 && person >= 2 && kinds / mentions < 0.2;
}

/** Above 0: the word itself is likely a name; below 0: likely a place, a people, a month. */
function priorOfWord(word: string, places: ReadonlySet<string>): number {
  const given = isGivenName(word);
  if (isCalendarName(word)) return given ? -2.5 : -5;
  if (isPeople(word)) return -6;
  if (isKnownPlace(word)) return given ? -2 : -4;
  if (places.has(word)) return -3;
  if (isPlaceEnding(word) || isPlaceBeginning(word)) return -2;
  if (given) return looksUnusual(word) ? 2 : 0.8;
  return looksUnusual(word) ? 0.8 : -0.6;
}

function priorOfName(names: readonly string[], places: ReadonlySet<string>): number {
  const [first = ""] = names;
  const last = names.at(-1) ?? "";
  if (isPeople(first) || isPeople(last)) return -4;
  if (names.some((name) => places.has(name)) && !isGivenName(first)) return -2.5;
  if (isGivenName(first) && !isKnownPlace(first)) return 3;
  if (isKnownPlace(first) && !isGivenName(first)) return -3;
  if (first.length === 1 && names.length > 1) return looksUnusual(last) ? 1.8 : 0.5;
  return looksUnusual(first) && looksUnusual(last)
    ? 1.2
    : looksUnusual(last) || looksUnusual(first)
      ? 0.5
      : -0.8;
}
