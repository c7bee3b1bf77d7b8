import type { NameForm } from "./name-forms.ts";
import {
  contradicts,
  hasGiven,
  hasSurname,
  isAlwaysNoble,
  isCalledBySurname,
  isMarriedTitle,
  join,
  listMentions,
  newPerson,
  type Person,
  RANKS,
  type Reading,
  rankForm,
  readNameForm,
} from "./person.ts";
import { canBeSameGivenName, isGivenName, isOftenAnotherPerson } from "./words/given-names.ts";

/**
 * Puts the forms of one person together. Full names come first; "Mrs. Bennet", "Miss Darcy" and "Captain Voss" join the one
 * whom they fit; a surname alone joins the one mostly called by it; two given names with one surname stay two people.
 */
export function gatherPeople(forms: readonly NameForm[]): Person[] {
  const people: Person[] = [];
  const ordered = [...forms].sort(
    (a, b) =>
      rankForm(a) - rankForm(b) || toSortWeight(b) - toSortWeight(a) || b.mentions.length - a.mentions.length,
  );
  const byGiven = new Set(forms.filter(isNarratedBare).map((form) => form.names[0]));
  for (const form of ordered) {
    const person = findPerson(
      people.filter((one) => !isOtherRegister(one, form, byGiven)),
      form,
    );
    if (person === null && form.names.length === 0 && listBearers(people, form).length > 0) continue; // one of several captains
    if (person === null) people.push(newPerson(form));
    else join(person, form);
  }
  return joinShortForms(people);
}

function isNarratedBare({ titles, names, mentions }: NameForm): boolean {
  return titles.length === 0 && names.length === 1 && mentions.some((mention) => !mention.quoted);
}

const RARE = 3; // mentions; in a novel the hero has all sorts of names

/** If the story calls somebody by the given name Zadie, it does not call her Mr. Okafor: that is her father. */
function isOtherRegister(person: Person, form: NameForm, byGiven: ReadonlySet<string | undefined>): boolean {
  if (person.gender !== null || person.given === null || person.given === person.surname) return false;
  const polite = form.titles.some((title) => /^(Mr|Mrs)$/.test(title)) && rankForm(form) === RANKS.titled;
  return (
    polite &&
    form.mentions.length <= RARE &&
    byGiven.has(person.given) &&
    form.mentions.some((mention) => !mention.quoted)
  );
}

/** The longest full names first, so that "Long John" and "John Silver" both find "Long John Silver"; then who is a Miss. */
function toSortWeight(form: NameForm): number {
  // "Mr. Angel Clare" says that Angel Clare is a man; then "Mrs. Angel Clare" is his wife
  const wife = form.titles.some(isMarriedTitle) ? 0.5 : 0;
  if (rankForm(form) === RANKS.full) return form.names.length - wife;
  if (form.titles.some(isMarriedTitle)) return -1;
  return form.titles.includes("Miss") ? 1 : 0;
}

function findPerson(people: readonly Person[], form: NameForm): Person | null {
  const reading = readNameForm(form);
  const rank = rankForm(form);
  const fitting = people.filter((person) => !contradicts(person, form, reading));
  if (rank === RANKS.full) return best(fitting.filter((person) => fitsFull(person, form, reading)));
  if (form.names.length === 0) return findBearer(people, form);
  if (reading.surname !== null && form.titles.some(isMarriedTitle) && hasAnotherWife(people, reading.surname))
    return null;
  if (reading.surname !== null) return findBySurname(fitting, form, reading.surname);
  if (reading.given !== null) return best(fitting.filter((person) => hasGiven(person, reading.given)));
  return findByEither(fitting, form, reading.either ?? "");
}

/** Whether "Mrs. Bennet" is rather the wife of a "Mr. Bennet" than one of the Bennets who have a given name. */
function hasAnotherWife(people: readonly Person[], surname: string): boolean {
  const family = people.filter((person) => hasSurname(person, surname));
  if (family.some((person) => [...person.titles].some(isMarriedTitle))) return false;
  const women = family.filter((person) => person.gender === "female");
  return women.length > 1 || family.some((person) => person.gender === "male" && person.given === null);
}

function findBySurname(fitting: readonly Person[], form: NameForm, surname: string): Person | null {
  const bearers = fitting.filter((person) => hasSurname(person, surname));
  if (bearers.length > 0) return best(preferSameTitle(bearers, form));
  // "Mr. Harry" is what servants say
  const polite = form.titles.every((title) => /^(Mr|Mrs|Ms)$/.test(title));
  if (polite || isGivenName(surname)) {
    const called = fitting.filter(
      (person) => polite || form.titles.some((title) => person.titles.has(title)),
    );
    const given = best(called.filter((person) => hasGiven(person, surname)));
    if (given !== null) return given;
  }
  // "the Maylies' Mrs. Maylies", "Mr. Sike": misprints
  if (form.mentions.length > 2) return null;
  return best(
    fitting.filter(
      (person) => hasSurname(person, `${surname}s`) || hasSurname(person, surname.replace(/s$/, "")),
    ),
  );
}

function findByEither(fitting: readonly Person[], form: NameForm, name: string): Person | null {
  const byGiven = fitting.filter((person) => hasGiven(person, name));
  const bySurname = fitting.filter((person) => hasSurname(person, name));
  if (form.titles.length > 0)
    return best(
      isGivenName(name) && byGiven.length > 0 ? byGiven : bySurname.length > 0 ? bySurname : byGiven,
    );
  // "Catherine" beside "Lady Catherine" is somebody else when there is somebody else
  const plain = byGiven.filter((person) => !isAlwaysNoble(person));
  if (plain.length > 0 && isGivenName(name)) return best(plain);
  if (bySurname.length > 0) {
    // "Newland" is rather Newland Archer than a Luyden Newland who comes up once
    if (plain.length > 0 && (best(plain)?.mentions ?? 0) > (best(bySurname)?.mentions ?? 0))
      return best(plain);
    const addressed = bySurname.filter((person) => isCalledBySurname(person));
    return best(addressed.length > 0 ? addressed : bySurname);
  }
  if (plain.length > 0) return best(plain);
  const noble = best(byGiven);
  const called =
    noble?.forms
      .filter((one) => one.titles.length > 0 && one.names.length === 1)
      .flatMap((one) => one.mentions).length ?? 0;
  return called < 3 || form.mentions.length * 10 < called ? noble : null;
}

function best(people: readonly Person[]): Person | null {
  return people.reduce<Person | null>(
    (most, person) => (most === null || person.mentions > most.mentions ? person : most),
    null,
  );
}

/** "Mr. Rochester" is rather an Edward Rochester than the Mr. Rowland Rochester who comes up once. */
function preferSameTitle(people: readonly Person[], form: NameForm): readonly Person[] {
  const same = people.filter((person) => form.titles.some((title) => person.titles.has(title)));
  return (best(same)?.mentions ?? 0) * 2 >= (best(people)?.mentions ?? 0) ? same : people;
}

/** "the Count" is Count Dracula, where he is the only count or by far the most mentioned. */
function findBearer(people: readonly Person[], form: NameForm): Person | null {
  const [first, second] = listBearers(people, form).sort((a, b) => b.mentions - a.mentions);
  return first !== undefined && first.mentions > 5 * (second?.mentions ?? 0) ? first : null;
}

function listBearers(people: readonly Person[], form: NameForm): Person[] {
  const [title = ""] = form.titles;
  return people.filter(
    (person) => person.titles.has(title) || person.forms.some((other) => other.names[0] === title),
  );
}

function fitsFull(person: Person, form: NameForm, { given, surname }: Reading): boolean {
  if (person.forms.some((other) => rankForm(other) === RANKS.full && isPartOf(form.names, other.names)))
    return true;
  if (!hasSurname(person, surname)) return false;
  if (given === null || person.given === null) return true;
  if (given.length === 1 || person.given.length === 1) return given[0] === person.given[0];
  return (
    canBeSameGivenName(given, person.given) ||
    isBeginningOf(given, person.given) ||
    isBeginningOf(person.given, given)
  );
}

/** "Huck" of "Huckleberry". */
function isBeginningOf(short: string, long: string): boolean {
  return short.length >= 3 && short.length < long.length && long.startsWith(short);
}

/** "Clem" of "Clementine", "Tunde" of "Babatunde": what is no given name of its own. */
function isCutFrom(short: string, long: string): boolean {
  if (isGivenName(short)) return false;
  return (
    (short.length >= 2 && short.length + 2 < long.length && long.startsWith(short)) ||
    isBeginningOf(short, long) ||
    (short.length >= 4 && short.length < long.length && long.endsWith(short.toLowerCase()))
  );
}

/** "Long John" and "Long John Silver"; "Voss Mara" and "Mara Voss". */
function isPartOf(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const words = ` ${long.join(" ")} `;
  return words.includes(` ${short.join(" ")} `) || [...short].sort().join(" ") === [...long].sort().join(" ");
}

/** "Lizzy" and "Elizabeth", where no sentence has both: one person's short form and name. */
function joinShortForms(people: readonly Person[]): Person[] {
  const joined: Person[] = [];
  for (const person of [...people].sort(
    (a, b) => Number(isShort(a)) - Number(isShort(b)) || b.mentions - a.mentions,
  )) {
    const same = joined.filter((other) => isShortFormOf(person, other) || isMarriedNameOf(person, other));
    const other = best(same);
    if (other === null) {
      joined.push(person);
      continue;
    }
    for (const form of person.forms) join(other, form);
  }
  return joined;
}

/** "Miss Mina Murray" and "Mina Harker", who is "Mrs. Harker": one woman before and after her wedding. */
function isMarriedNameOf(one: Person, other: Person): boolean {
  if (one.given === null || one.given !== other.given || one.gender === "male" || other.gender === "male")
    return false;
  const unmarried = [one, other].filter((person) => person.titles.has("Miss"));
  const married = [one, other].filter((person) => [...person.titles].some(isMarriedTitle));
  return unmarried.length === 1 && married.length === 1 && unmarried[0] !== married[0];
}

function isShort(person: Person): boolean {
  return person.given !== null && person.forms.every((form) => rankForm(form) !== RANKS.full);
}

function isShortFormOf(short: Person, other: Person): boolean {
  if (!isShort(short) || short.given === null || other.given === null || short.given === other.given)
    return false;
  if (isOftenAnotherPerson(short.given) || isOftenAnotherPerson(other.given)) return false;
  if (short.gender !== null && other.gender !== null && short.gender !== other.gender) return false;
  const cut = isCutFrom(short.given, other.given) || (isShort(other) && isCutFrom(other.given, short.given));
  if (!cut && !canBeSameGivenName(short.given, other.given)) return false;
  return countSharedSentences(short, other) <= Math.max(1, Math.min(short.mentions, other.mentions) * 0.03);
}

const NEAR = 60; // UTF-16 code units

/** How often the same voice uses one name near the other. */
function countSharedSentences(one: Person, other: Person): number {
  const others = listMentions(other);
  let shared = 0;
  let index = 0;
  for (const { start, quoted } of listMentions(one)) {
    while (index < others.length && (others[index]?.start ?? 0) < start - NEAR) index += 1;
    const near = others[index];
    // "Lizzy," said her father, and Elizabeth smiled: what one is called and what the story calls her
    if (near !== undefined && near.start < start + NEAR && near.quoted === quoted) shared += 1;
  }
  return shared;
}
