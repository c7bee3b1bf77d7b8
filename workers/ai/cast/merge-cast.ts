import type { CastMember } from "#domain/story-record.ts";
import type { FoundCharacter } from "./find-characters.ts";
import { canBeSameGivenName } from "./words/given-names.ts";
import { titleFacts } from "./words/titles.ts";

/** Somebody of a story's cast, with all that they are called. */
export type CastEntry = Omit<CastMember, "emblem"> & { aliases: string[] };

/** What a passage, or a model that read it, says of somebody. Fields that are `null` say nothing. */
export type CastNews = Pick<FoundCharacter, "name" | "mentions"> & {
  aliases: readonly string[];
  description: string | null;
  role: string | null;
  personality?: string | null;
};

/**
 * The cast after a passage. A person who is known by one of the names gets the new mentions and names; all others are added
 * as new. Members from before are no longer new. Known facts stay, unknown ones are filled in; with `renews`, new facts
 * replace known ones. A name that only two people could have is given to neither.
 */
export function mergeCast(
  existing: readonly CastEntry[],
  found: readonly CastNews[],
  { renews = false }: { renews?: boolean } = {},
): CastEntry[] {
  const cast = existing.map((entry) => ({ ...entry, aliases: [...entry.aliases], isNew: false }));
  const known = cast.length;
  for (const news of found) {
    const at = findEntry(cast, news);
    if (at === "ambiguous") continue;
    const entry = at === null ? null : cast[at];
    if (entry == null) cast.push(newEntry(news));
    else if (at !== null) cast[at] = { ...merge(entry, news, renews && at < known), isNew: at >= known };
  }
  return cast;
}

function newEntry(news: CastNews): CastEntry {
  return {
    name: news.name,
    aliases: [...new Set(news.aliases)].filter((alias) => alias !== news.name),
    isNew: true,
    mentions: news.mentions,
    description: news.description,
    role: news.role,
    personality: news.personality ?? null,
    isMainCharacter: false,
  };
}

function merge(entry: CastEntry, news: CastNews, renews: boolean): CastEntry {
  const [first, second] = renews ? [news, entry] : [entry, news];
  const fuller = !entry.isMainCharacter && isFuller(news.name, entry.name) ? news.name : entry.name;
  const names = new Set([entry.name, ...entry.aliases, news.name, ...news.aliases]);
  names.delete(fuller);
  return {
    ...entry,
    name: fuller,
    aliases: [...names],
    mentions: entry.mentions + news.mentions,
    description: first.description ?? second.description,
    role: first.role ?? second.role,
    personality: first.personality ?? second.personality ?? null,
  };
}

/** "Mara Voss" says more than "Mara". */
function isFuller(name: string, than: string): boolean {
  const words = listNameWords(name);
  const fewer = listNameWords(than);
  return words.length > fewer.length && fewer.every((word) => words.includes(word));
}

function findEntry(cast: readonly CastEntry[], news: CastNews): number | "ambiguous" | null {
  const names = [news.name, ...news.aliases];
  const same = findIndexes(cast, (entry) =>
    [entry.name, ...entry.aliases].some((known) => names.some((name) => equal(known, name))),
  );
  if (same.length === 1) return same[0] ?? null;
  if (same.length > 1) {
    const byName = same.filter((index) => equal(cast[index]?.name ?? "", news.name));
    return byName[0] ?? same[0] ?? null;
  }
  const alike = findIndexes(cast, (entry) => isSamePerson(entry, news));
  if (alike.length > 1) return listNameWords(news.name).length > 1 ? null : "ambiguous";
  return alike[0] ?? null;
}

function findIndexes(cast: readonly CastEntry[], fits: (entry: CastEntry) => boolean): number[] {
  return cast.flatMap((entry, index) => (fits(entry) ? [index] : []));
}

function equal(one: string, other: string): boolean {
  return one.replaceAll("’", "'").toLowerCase() === other.replaceAll("’", "'").toLowerCase();
}

/** Whether one name is a part of the other and no title or given name speaks against it. */
function isSamePerson(entry: CastEntry, news: CastNews): boolean {
  return [entry.name, ...entry.aliases].some((one) =>
    [news.name, ...news.aliases].some((other) => fits(one, other)),
  );
}

function fits(one: string, other: string): boolean {
  const first = listNameWords(one);
  const second = listNameWords(other);
  if (first.length === 0 || second.length === 0 || titlesDiffer(one, other)) return false;
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  if (short.every((word) => long.includes(word))) return true;
  return (
    short.length > 1 && short.at(-1) === long.at(-1) && canBeSameGivenName(short[0] ?? "", long[0] ?? "")
  );
}

/** The words of a name without titles and articles. */
function listNameWords(name: string): string[] {
  return name
    .replaceAll("’", "'")
    .replaceAll(".", "")
    .split(/\s+/)
    .filter((word) => word !== "" && !/^(the|a|an|of)$/i.test(word) && titleFacts(word) === null);
}

/** "Mr. Bennet" and "Mrs. Bennet", "Sir Giles" and "Lady Giles". */
function titlesDiffer(one: string, other: string): boolean {
  const genders = [one, other].map(
    (name) =>
      name
        .replaceAll(".", "")
        .split(/\s+/)
        .map((word) => titleFacts(word)?.gender ?? null)
        .find((gender) => gender !== null) ?? null,
  );
  const [first, second] = genders;
  if (first != null && second != null && first !== second) return true;
  const married = [one, other].map((name) => /^(?:Mrs|Madame|Lady)\b/.test(name));
  const titled = [one, other].map(
    (name) => titleFacts(name.replaceAll(".", "").split(/\s+/)[0] ?? "") !== null,
  );
  // "Mrs. Bennet" and "Elizabeth Bennet" share a surname and no more
  const [shorter, longer] = listNameWords(one).length <= listNameWords(other).length ? [0, 1] : [1, 0];
  return (
    married[shorter] === true &&
    titled[longer] === false &&
    listNameWords([one, other][longer] ?? "").length > 1
  );
}
