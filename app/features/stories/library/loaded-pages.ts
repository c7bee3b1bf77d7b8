import type { StoryRecord } from "#domain/story-record.ts";

/** A page of the library at one address, and what other shelves there are. */
export type LibraryPage = {
  /** Without the place in the list. */
  address: string;
  stories: readonly StoryRecord[];
  next: string | null;
  shelves: { archived: boolean; deleted: boolean };
  /** On `performance.now()`; `0`: it came with the document. */
  askedAt: number;
};

/** What is loaded of a list: its beginning, and what was asked for after it. Never empty. */
export type LoadedPages = { address: string; pages: readonly LibraryPage[] };

/**
 * The beginning came, maybe again. What was loaded after it stays, and so does what slipped out of the beginning over its
 * edge.
 */
export function withFirstPage(state: LoadedPages | null, page: LibraryPage): LoadedPages {
  const { address } = page;
  const known = state?.address === address ? state.pages : [];
  return { address, pages: known.length > 1 ? [page, ...without(known, page)] : [page] };
}

/** The page after what is loaded came, maybe again; one of another list is too late. */
export function withNextPage(state: LoadedPages, page: LibraryPage): LoadedPages {
  if (state.address !== page.address) return state;
  return { ...state, pages: [...without(state.pages, page), page] };
}

/** Where the page after what is loaded begins; `null`: there is none. */
export function findNextCursor(state: LoadedPages): string | null {
  return state.pages.at(-1)?.next ?? null;
}

/** The pages without what a newer one brings again; the last one stays even when it is empty: it knows what comes next. */
function without(pages: readonly LibraryPage[], newer: LibraryPage): LibraryPage[] {
  const ids = new Set(newer.stories.map(({ storyId }) => storyId));
  return pages
    .map((page) => ({ ...page, stories: page.stories.filter(({ storyId }) => !ids.has(storyId)) }))
    .filter((page, at) => page.stories.length > 0 || at === pages.length - 1);
}
