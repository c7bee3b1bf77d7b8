import type { NameForm } from "./name-forms.ts";
import type { NameSpan } from "./name-spans.ts";
import { findGenderOfGivenName, type Gender, isGivenName } from "./words/given-names.ts";
import { titleFacts } from "./words/titles.ts";

/** Somebody, under all the forms of their name. */
export type Person = {
  given: string | null;
  surname: string | null;
  gender: Gender | null;
  titles: Set<string>;
  forms: NameForm[];
  mentions: number;
};

export const RANKS = { full: 0, titled: 1, bare: 2 } as const;
const PARTICLE = /^(de|du|da|di|del|della|der|den|van|von|la|le|el|al|bin|ibn|of|the|st)$/i;

export function rankForm(form: NameForm): number {
  if (form.names.filter((name) => !PARTICLE.test(name)).length > 1) return RANKS.full;
  return form.titles.length > 0 && form.names.length > 0 ? RANKS.titled : RANKS.bare;
}

export type Reading = {
  given: string | null;
  surname: string | null;
  either: string | null;
  gender: Gender | null;
};

export function readNameForm(form: NameForm): Reading {
  const facts = form.titles.map(titleFacts).findLast((title) => title !== null) ?? null;
  const gender = titleGender(form) ?? genderByPronouns(form);
  const [first = ""] = form.names;
  if (rankForm(form) === RANKS.full) {
    const given = form.names.at(PARTICLE.test(first) ? -1 : 0) ?? null;
    const at = form.names.findIndex((name, index) => index > 0 && PARTICLE.test(name));
    const surname = form.names.slice(at > 0 ? at : -1).join(" ");
    return {
      given: PARTICLE.test(first) ? null : given,
      surname,
      either: null,
      gender: titleGender(form) ?? findGenderOfGivenName(first) ?? gender,
    };
  }
  const name = form.names.join(" ");
  if (facts === null || form.names.length === 0)
    return {
      given: null,
      surname: null,
      either: name,
      gender: titleGender(form) ?? findGenderOfGivenName(name) ?? gender,
    };
  if (facts.names === "surname") return { given: null, surname: name, either: null, gender };
  if (facts.names === "given") return { given: name, surname: null, either: null, gender };
  return { given: null, surname: null, either: name, gender };
}

function titleGender(form: NameForm): Gender | null {
  return (
    form.titles.map((title) => titleFacts(title)?.gender ?? null).find((gender) => gender !== null) ?? null
  );
}

/** The gender that the pronouns in the same sentences suggest. A few of these may be about somebody else. */
function genderByPronouns({ evidence: { he, she } }: NameForm): Gender | null {
  if (Math.max(he, she) < 3 || Math.max(he, she) < 3 * Math.min(he, she)) return null;
  return he > she ? "male" : "female";
}

export function newPerson(form: NameForm): Person {
  const { given, surname, either, gender } = readNameForm(form);
  const titled = form.titles.length > 0;
  return {
    given: given ?? (either !== null && (!titled || isGivenName(either)) ? either : null),
    surname: surname ?? (either !== null && !(titled && isGivenName(either)) ? either : null),
    gender,
    titles: new Set(form.titles),
    forms: [form],
    mentions: form.mentions.length,
  };
}

export function join(person: Person, form: NameForm): void {
  const { gender } = readNameForm(form);
  person.forms.push(form);
  person.mentions += form.mentions.length;
  person.gender ??= gender;
  for (const title of form.titles) person.titles.add(title);
}

export function hasGiven(person: Person, name: string | null): boolean {
  if (name === null) return false;
  const full = person.forms.filter((form) => rankForm(form) === RANKS.full);
  // "Long John Silver" is John as well
  return (
    person.given === name ||
    full.some(
      (form) => form.names[0] === name || (isGivenName(name) && form.names.slice(0, -1).includes(name)),
    )
  );
}

export function hasSurname(person: Person, name: string | null): boolean {
  if (name === null || person.surname === null) return false;
  return (
    person.surname === name ||
    person.surname.split(" ").at(-1) === name ||
    name.split(" ").at(-1) === person.surname
  );
}

export function contradicts(person: Person, form: NameForm, { gender }: Reading): boolean {
  if (gender !== null && person.gender !== null && gender !== person.gender) return true;
  if (form.titles.length === 0) return false;
  // "Mr Elliot" is Sir Walter Elliot's cousin
  if (rankForm(form) === RANKS.titled && isOnlyMister(form.titles) && isAlwaysNoble(person)) return true;
  // "Colonel Ashdown" and "Mr. Julian Ashdown" are two; a doctor is called Mr. as well
  if (rankForm(form) === RANKS.titled && form.titles.every(isRank) && isAlwaysMister(person)) return true;
  const states = listMaritalStates(person);
  // "Colonel Ashdown" and "Miss Ashdown"
  if (form.titles.every(isRank) && states.size > 0 && person.given === null) return true;
  const state = form.titles.map(toMaritalState).find((one) => one !== null) ?? null;
  // one person is a miss and marries, and is called so by the surname of her husband: not by the same one
  if (state !== null && states.size > 0 && !states.has(state)) return true;
  // "Colonel Forster" and "Mrs. Forster" are two
  return (
    state !== null &&
    states.size === 0 &&
    person.gender === null &&
    (person.given === null || [...person.titles].some(isRank))
  );
}

/** As they are called by their surname: "Miss Ellen" is what she is called at home, married or not. */
function listMaritalStates(person: Person): Set<string> {
  const withSurname = person.forms.filter(
    (form) => rankForm(form) === RANKS.full || !hasGiven(person, form.names[0] ?? ""),
  );
  return new Set(
    withSurname
      .flatMap((form) => form.titles)
      .map(toMaritalState)
      .filter((state) => state !== null),
  );
}

function toMaritalState(title: string): "married" | "unmarried" | "noble" | null {
  if (isMarriedTitle(title)) return "married";
  if (/^(Miss|Mademoiselle|Mlle|Fräulein|Signorina|Señorita)$/.test(title)) return "unmarried";
  return /^(Lady|Queen|Princess)$/.test(title) ? "noble" : null;
}

export const isMarriedTitle = (title: string) =>
  /^(Mrs|Mme|Madame|Frau|Signora|Señora|Countess|Baroness|Duchess|Marchioness)$/.test(title);

export function isAlwaysNoble(person: Person): boolean {
  return person.forms.every((form) => form.titles.some((title) => /^(Lady|Sir|Lord|Dame)$/.test(title)));
}

export function isCalledBySurname(person: Person): boolean {
  return person.forms.some((form) =>
    form.titles.some(
      (title) => title !== "Mrs" && title !== "Miss" && titleFacts(title)?.names === "surname",
    ),
  );
}

const isOnlyMister = (titles: readonly string[]) => titles.length === 1 && titles[0] === "Mr";

const isRank = (title: string) => {
  const facts = titleFacts(title);
  return facts?.names === "surname" && facts.role !== null;
};

function isAlwaysMister(person: Person): boolean {
  const full = person.forms.filter((form) => rankForm(form) === RANKS.full);
  return full.length > 0 && full.every((form) => isOnlyMister(form.titles));
}

/** All mentions of somebody, in the order of the text. */
export function listMentions(person: Person): NameSpan[] {
  return person.forms.flatMap((form) => form.mentions).sort((a, b) => a.start - b.start);
}
