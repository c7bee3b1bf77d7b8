import type { Library } from "#domain/library.ts";

/** A page of the library at one address. */
export type LibraryPage = Library & {
  /** Without the place in the list. */
  address: string;
  /** On `performance.now()`; `0`: it came with the document. */
  askedAt: number;
};

/** The loaded pages of a list, at least one, the first page first. */
export type LoadedPages = { address: string; pages: readonly LibraryPage[] };

/**
 * Takes the first page, perhaps once more. Later pages stay, and so do stories that moved from the first page to a later one.
 */
export function withFirstPage(state: LoadedPages | null, page: LibraryPage): LoadedPages {
  const { address } = page;
  const known = state?.address === address ? state.pages : [];
  return { address, pages: known.length > 1 ? [page, ...without(known, page)] : [page] };
}

/** Takes the next page, perhaps once more. A page of another list is ignored. */
export function withNextPage(state: LoadedPages, page: LibraryPage): LoadedPages {
  if (state.address !== page.address) return state;
  return { ...state, pages: [...without(state.pages, page), page] };
}

/** The cursor of the next page; `null` at the end. */
export function findNextCursor(state: LoadedPages): string | null {
  return state.pages.at(-1)?.next ?? null;
}

/** The pages without the stories of a newer page. The last one stays even when empty: it has the next cursor. */
function without(pages: readonly LibraryPage[], newer: LibraryPage): LibraryPage[] {
  const ids = new Set(newer.stories.map(({ storyId }) => storyId));
  return pages
    .map((page) => ({ ...page, stories: page.stories.filter(({ storyId }) => !ids.has(storyId)) }))
    .filter((page, at) => page.stories.length > 0 || at === pages.length - 1);
}
