import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFetcher, useNavigate } from "react-router";
import { showError } from "#app/ui/show-toast.tsx";
import type { Library } from "#domain/library.ts";
import { type LibraryQuery, libraryPath } from "#domain/library-query.ts";
import { withChanges } from "../changes/story-change.ts";
import { useKnownChanges } from "../changes/story-changes.tsx";

/** The specification's sentence. */
export const STORIES_LOADING_FAILED = "Failed to load stories. Please try again.";

/** A value with the document; a promise on a client navigation, which does not wait for it. */
type ComingPage = LibraryPage | Promise<LibraryPage>;

/**
 * The pages loaded last, so that the library is unchanged when the reader returns from a story. Set by an effect, so only in
 * the browser.
 */
let left: LoadedPages | null = null;

/** The loaded stories at the library's address, and the state of loading more. */
export function useLibraryPages(coming: ComingPage, query: LibraryQuery) {
  const address = libraryPath(query);
  const [state, setState] = useState(() => {
    if (!(coming instanceof Promise)) return withFirstPage(null, coming);
    return left?.address === address ? left : null;
  });
  const pending = useComing(coming, {
    onPage: (page) => setState((current) => withFirstPage(current, page)),
    onFailed: showFailed,
  });
  const { load, ...more } = useFurther(setState);
  const known = useKnownChanges();
  useEffect(() => {
    left = state;
  }, [state]);
  const next = state && findNextCursor(state);
  return {
    /** `null`: nothing has come yet. */
    stories:
      state?.pages.flatMap(({ stories, askedAt }) =>
        withChanges(stories, { status: query.status, askedAt, known }),
      ) ?? null,
    next,
    writableIds: state?.pages[0]?.writableIds ?? null,
    shelves: state?.pages[0]?.shelves ?? { archived: false, deleted: false },
    waiting: state?.pages[0]?.waiting ?? null,
    pending,
    /** The shown stories belong to the previous address. */
    outdated: state !== null && state.address !== address,
    more: {
      ...more,
      onLoad: (options: FurtherOptions) => {
        if (next === null || state?.address !== address) return;
        load(libraryPath(query, { cursor: next }), options);
      },
    },
  };
}

type ComingOptions = { onPage: (page: LibraryPage) => void; onFailed: () => void };

/** Takes a page when it has come. Returns whether it is still to come; `null`: none was asked for. */
function useComing(coming: ComingPage | null, { onPage, onFailed }: ComingOptions): boolean {
  const navigate = useNavigate();
  const [settled, setSettled] = useState<ComingPage | null>(coming instanceof Promise ? null : coming);
  const take = useEffectEvent(onPage);
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (coming === null) return;
    let wanted = true;
    Promise.resolve(coming).then(
      (page) => {
        if (!wanted) return;
        take(page);
        setSettled(coming);
      },
      (reason: unknown) => {
        if (!wanted) return;
        // No navigation waits for it, so none follows its redirect: the session has ended.
        if (reason instanceof Response) {
          return void navigate(reason.headers.get("Location") ?? "/login", { replace: true });
        }
        fail();
        setSettled(coming);
      },
    );
    return () => {
      wanted = false;
    };
  }, [coming, navigate]);
  return settled !== coming;
}

function showFailed(): void {
  showError(STORIES_LOADING_FAILED, { id: STORIES_LOADING_FAILED });
}

/** `movesFocus`: whether the focus moves to the first story of the page, because a reader has asked for that page. */
export type FurtherOptions = { movesFocus: boolean };

/** Loads the next page. */
function useFurther(setState: (change: (state: LoadedPages | null) => LoadedPages | null) => void) {
  const fetcher = useFetcher<{ page: ComingPage }>();
  const [failed, setFailed] = useState(false);
  const asked = useRef<FurtherOptions | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const isComing = useComing(fetcher.data?.page ?? null, {
    onPage: (page) => {
      // It is also loaded again after a change; then the focus stays. The last page takes the focus of the link, which is gone.
      const isFocusLost = page.next === null && link.current === document.activeElement;
      const movesFocus = asked.current !== null && (asked.current.movesFocus || isFocusLost);
      asked.current = null;
      setFailed(false);
      flushSync(() => setState((state) => state && withNextPage(state, page)));
      const first = `[data-story="${page.stories[0]?.storyId}"] a`;
      if (movesFocus) document.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
    },
    onFailed: () => {
      setFailed(true);
      if (asked.current) showFailed();
      asked.current = null;
    },
  });
  const loading = fetcher.state !== "idle" || isComing;

  return {
    link,
    loading,
    /** The last attempt failed: the next one is the reader's. */
    failed,
    load: (path: string, options: FurtherOptions) => {
      // While a page is being loaded ahead, a reader may press the button.
      if (!loading || (asked.current !== null && options.movesFocus)) asked.current = options;
      if (!loading) void fetcher.load(path);
    },
  };
}

/** A page of the library at one address. */
export type LibraryPage = Library & {
  /** Without the place in the list. */
  address: string;
  /** Where the page begins in the list; `null`: it is the first page. */
  cursor: string | null;
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

/**
 * Takes the next page, perhaps once more. A page of another list is ignored, and so is one from before the list began anew: it would leave a
 * gap.
 */
export function withNextPage(state: LoadedPages, page: LibraryPage): LoadedPages {
  const follows = page.cursor === findNextCursor(state) || page.cursor === state.pages.at(-1)?.cursor;
  if (state.address !== page.address || !follows) return state;
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
