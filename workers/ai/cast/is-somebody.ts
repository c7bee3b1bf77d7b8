import type { Evidence } from "./evidence.ts";
import { isPlaceLike, type NameForm } from "./name-forms.ts";
import { isNobleTitle } from "./name-spans.ts";
import { estimateNamePrior, estimateWordPrior, looksUnusual } from "./priors.ts";
import { isGivenName } from "./words/given-names.ts";
import { isSurnameAsWord } from "./words/known-names.ts";
import { isNeverName, isSurnameAfterTitle } from "./words/never-names.ts";
import { isGroup, isPeople } from "./words/places.ts";
import { titleFacts } from "./words/titles.ts";

/** A long text has some misleading patterns by chance, so a name needs more evidence in a book than in a passage. */
export type TextSize = "passage" | "chapter" | "book";

export function toTextSize(tokens: number): TextSize {
  if (tokens < 1000) return "passage";
  return tokens <= 6000 ? "chapter" : "book";
}

/** The least sum of a name's own prior and its evidence. Found by trying prose of each size. */
const NEEDED = { passage: 1.4, chapter: 1.7, book: 3 } satisfies Record<TextSize, number>;

/** How many times larger the evidence for a person must be than that for a place or a thing. */
const MARGIN = 1.3;

/** Whether a form names somebody. `pooled`: what stands around it and around the forms that share its words. */
export function isSomebody(
  form: NameForm,
  pooled: Evidence,
  places: ReadonlySet<string>,
  size: TextSize,
): boolean {
  const { titles, names } = form;
  if (isPlaceLike(form)) return false;
  if (titles.length > 0)
    return names.length > 0 ? isTitledPerson(form, places) : isEpithetOfOne(form.evidence, size);
  const { strong, articles, kinds, mentions } = pooled;
  const prior = priorHere(form, places, size);
  const person = pooled.person + comesUpAgain(pooled, prior, size) + Math.max(prior, 0);
  const other = pooled.other + Math.max(-prior, 0);
  if (kinds / mentions > 0.25 || (kinds > 0 && mentions < 4)) return false;
  // "the Duke of Wexmouth", but not "the Duke of York's Steps"
  if (size !== "book" && isNobleOf(names) && pooled.other - 0.8 * articles < 1) return person > 0;
  if (articles / mentions > 0.4) return isCalledByTrade(names, pooled, prior, size);
  if (prior <= -6) return false;
  if (prior < -2 && (names.length > 1 ? form.evidence.strong : strong) === 0) return false;
  if (size === "book" && mentions === 1 && pooled.person < 0.6) return false; // named, but takes no part
  if (mentions >= 8 && pooled.person / mentions < 0.12) return false;
  const needed = NEEDED[size] + doubt(pooled, prior, size) + (prior < -2 ? 1.5 : 0);
  return person >= needed && person > other * MARGIN;
}

/**
 * The prior of the name itself; it counts less if somebody of that name clearly acts. "Dutch," said Dutch: a person, although
 * the word is a people.
 */
function priorHere({ names, evidence }: NameForm, places: ReadonlySet<string>, size: TextSize): number {
  const prior =
    names.length === 1 ? estimateWordPrior(names[0] ?? "", places) : estimateNamePrior(names, places);
  if (evidence.strong === 0) return prior;
  if (prior <= -6 && evidence.articles + evidence.kinds === 0) return -2.5;
  return prior === -2 && size !== "book" ? -1 : prior;
}

/** A name that occurs again in a short text, and never like a place, is more likely a person's. */
function comesUpAgain({ other, articles, mentions }: Evidence, prior: number, size: TextSize): number {
  if (size === "book" || prior < (size === "passage" ? 0.8 : 1.4)) return 0;
  return other < 0.5 && articles === 0 ? Math.min(mentions - 1, 2) * 0.6 : 0;
}

/** A name that only stands where every word has a capital needs more evidence. */
function doubt({ certain, strong }: Evidence, prior: number, size: TextSize): number {
  if (certain > 0) return 0;
  if (size !== "passage") return 1;
  if (prior < 0 && strong === 0) return 1.3;
  return prior < 0.8 ? 0.6 : 0.3;
}

/**
 * Whether "the" and the name mean a person. With a title or a trade this is likely. Other names need more: a river, "the
 * Kunar", roars, and "the Army" decides.
 */
function isCalledByTrade(
  names: readonly string[],
  evidence: Evidence,
  prior: number,
  size: TextSize,
): boolean {
  if (prior <= -3 || isGroup(names.at(-1) ?? "") || !isEpithetOfOne(evidence, size)) return false;
  return evidence.strong > 1 || names.every((name) => !looksUnusual(name));
}

function isNobleOf(names: readonly string[]): boolean {
  return names.length === 3 && names[1] === "of" && isNobleTitle(names[0] ?? "");
}

function isTitledPerson(form: NameForm, places: ReadonlySet<string>): boolean {
  const title = form.titles.at(-1) ?? "";
  const facts = titleFacts(title);
  if (facts === null) return false;
  const last = form.names.at(-1) ?? "";
  if (isNeverName(last.toLowerCase()) && !isSurnameAfterTitle(last.toLowerCase())) return false;
  // "the General Strike", "Detective Force"
  if (
    facts.role !== null &&
    facts.gender === null &&
    form.names.length === 1 &&
    !isGivenName(last) &&
    !looksUnusual(last) &&
    !isSurnameAsWord(last) &&
    form.evidence.person < 1
  )
    return false;
  if (title === "Saint" && form.evidence.strong === 0) return false; // a church or a day
  // "the Miss Webbs": a family
  if (title === "Miss" && last.endsWith("s") && form.evidence.articles + form.evidence.kinds > 0)
    return false;
  if (form.evidence.other > form.evidence.person + 2 && form.evidence.strong === 0) return false;
  // "Sister Carrie", but "General Post", "Miss Manners", "Old Bailey": the name must not be an ordinary word for a thing
  if (isPeople(last) || (facts.names !== "surname" && places.has(last) && form.evidence.strong === 0))
    return false;
  if (form.evidence.kinds > form.evidence.mentions / 2 && facts.names !== "surname") return false; // "a Mr. Lamb" is one
  return true;
}

/** "the Duchess", "the Mock Turtle": somebody who is called by what they are, and who speaks. */
function isEpithetOfOne(evidence: Evidence, size: TextSize): boolean {
  const { strong, mentions, person, kinds } = evidence;
  const enough = size === "book" ? 3 : 1;
  return strong >= enough && person / mentions >= 0.3 && person >= 2 && kinds / mentions < 0.2;
}
