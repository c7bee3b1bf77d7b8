import { SEARCH_KINDS, type SearchPage } from "#domain/search.ts";

/*
 * In which order what was found is shown.
 */

/** A match in a title counts this many times one in a text. */
const TITLE_WEIGHT = 6;

/** How well a document fits, in SQL: the lowest is the best. */
export const FIT = `round(bm25(words, 1, ${TITLE_WEIGHT}), 1)`;

/** A document that was found. `kind`: its number in `SEARCH_KINDS`; `created_at`: in seconds since 1970. */
export type Found = { id: number; kind: number; source: number; created_at: number; fit: number };

/** The best fit first; FTS5 gives it the lowest number. Then the newest. */
export function compareFit(one: Found, other: Found): number {
  return one.fit - other.fit || other.created_at - one.created_at || other.id - one.id;
}

/** Of each kind at most that many. */
export function takePerKind(found: readonly Found[], most: number | undefined): readonly Found[] {
  if (most === undefined) return found;
  const taken = new Map<number, number>();
  return found.filter(({ kind }) => {
    const count = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, count);
    return count <= most;
  });
}

/** How many there are of each kind. */
export function countKinds(found: readonly Found[]): SearchPage["counts"] {
  const counts: SearchPage["counts"] = {};
  for (const { kind } of found) {
    const name = SEARCH_KINDS[kind];
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
