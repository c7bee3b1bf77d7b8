import { addEvidence, type Evidence, noEvidence, readEvidence } from "./evidence.ts";
import type { NameSpan } from "./name-spans.ts";
import type { Token } from "./tokens.ts";
import { isGivenName } from "./words/given-names.ts";
import { isPlaceBeginning, isPlaceEnding, isSurnameToo } from "./words/places.ts";
import { canStandAlone } from "./words/titles.ts";

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
