import type { CastMember } from "#domain/story-record.ts";
import { findSamePerson, isPartOfName, listNames, toNameWords } from "./compare-names.ts";

/** Somebody of a story's cast, with all that they are called. */
export type CastEntry = Omit<CastMember, "emblem"> & { aliases: string[] };

/** What a passage, or the model that read it, says of somebody. Fields that are `null` say nothing. */
export type CastNews = Pick<CastMember, "name"> & {
  aliases: readonly string[];
  description: string | null;
  role: string | null;
  personality: string | null;
};

/** The most names that are kept for one person. */
const ALIASES_MAX = 20;

/**
 * The cast after a passage. A person who is known by one of the names gets the new names; all others are added as new.
 * Members from before are no longer new. Known facts stay, unknown ones are filled in; with `renews`, new facts replace
 * known ones. A name that only two people could have is given to neither.
 */
export function mergeCast(
  existing: readonly CastEntry[],
  found: readonly CastNews[],
  { renews = false }: { renews?: boolean } = {},
): CastEntry[] {
  const cast = existing.map((entry) => ({ ...entry, aliases: [...entry.aliases], isNew: false }));
  const known = cast.length;
  for (const news of found) {
    const at = findSamePerson(cast, news);
    if (at === "ambiguous") continue;
    const entry = at === null ? null : cast[at];
    if (entry == null) cast.push(newEntry(news));
    else if (at !== null) cast[at] = { ...merge(entry, news, renews && at < known), isNew: at >= known };
  }
  return cast;
}

/**
 * The cast with those of the `forms` that are a part of one person's name and of nobody else's: "Voss" is Mara Voss, unless
 * there is another Voss or the person's own character is one.
 */
export function addForms(cast: readonly CastEntry[], forms: readonly string[], player: string): CastEntry[] {
  const all = cast.map((entry) => ({ ...entry }));
  const isPlayerApart = !all.some(({ isMainCharacter }) => isMainCharacter);
  for (const form of forms) {
    const [entry, other] = all.filter((one) => listNames(one).some((name) => isPartOfName(form, name)));
    if (entry === undefined || other !== undefined) continue;
    if (isPlayerApart && isPartOfName(form, player)) continue;
    const isKnown = listNames(entry).includes(form) || entry.aliases.length >= ALIASES_MAX;
    if (!isKnown) entry.aliases = [...entry.aliases, form];
  }
  return all;
}

function newEntry({ name, aliases, description, role, personality }: CastNews): CastEntry {
  const others = [...new Set(aliases)].filter((alias) => alias !== name).slice(0, ALIASES_MAX);
  const facts = { description, role, personality };
  return { name, aliases: others, isNew: true, mentions: 0, ...facts, isMainCharacter: false };
}

function merge(entry: CastEntry, news: CastNews, renews: boolean): CastEntry {
  const [first, second] = renews ? [news, entry] : [entry, news];
  const fuller = !entry.isMainCharacter && isFuller(news.name, entry.name) ? news.name : entry.name;
  const names = new Set([entry.name, ...entry.aliases, news.name, ...news.aliases]);
  names.delete(fuller);
  return {
    ...entry,
    name: fuller,
    aliases: [...names].slice(0, ALIASES_MAX),
    description: first.description ?? second.description,
    role: first.role ?? second.role,
    personality: first.personality ?? second.personality,
  };
}

/** "Mara Voss" says more than "Mara". */
function isFuller(name: string, than: string): boolean {
  return toNameWords(name).length > toNameWords(than).length && isPartOfName(than, name);
}
