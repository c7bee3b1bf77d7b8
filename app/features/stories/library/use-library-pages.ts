import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { showError } from "#app/ui/toast.tsx";
import { withChanges } from "../changes/known-changes.ts";
import { useKnownChanges } from "../changes/story-changes.tsx";
import { type LibraryQuery, libraryPath } from "./library-query.ts";
import {
  findNextCursor,
  type LibraryPage,
  type LoadedPages,
  withFirstPage,
  withNextPage,
} from "./loaded-pages.ts";

/** The specification's sentence. */
export const STORIES_LOADING_FAILED = "Failed to load stories. Please try again.";

/** A value with the document; a promise on a client navigation, which does not wait for it. */
export type ComingPage = LibraryPage | Promise<LibraryPage>;

/**
 * The pages loaded last, so that the library is unchanged when the reader returns from a story. Set by an effect, so only in
 * the browser.
 */
let left: LoadedPages | null = null;

/** The loaded stories at the library's address, and the state of loading more. */
export function useLibraryPages(coming: ComingPage, query: LibraryQuery) {
  const address = libraryPath(query);
  const { state, setState, pending } = useBeginning(coming, address);
  const more = useFurther(setState);
  const known = useKnownChanges();
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
    loadingMore: more.loading,
    loadMore: () => next !== null && more.load(libraryPath(query, { cursor: next })),
    /** The first story of the page that was asked for last. */
    arrived: more.arrived,
  };
}

function useBeginning(coming: ComingPage, address: string) {
  const [state, setState] = useState(() => {
    if (!(coming instanceof Promise)) return withFirstPage(null, coming);
    return left?.address === address ? left : null;
  });
  const [settled, setSettled] = useState<ComingPage | null>(coming instanceof Promise ? null : coming);

  useEffect(() => {
    let wanted = true;
    Promise.resolve(coming).then(
      (page) => {
        if (!wanted) return;
        setState((current) => withFirstPage(current, page));
        setSettled(coming);
      },
      (reason: unknown) => {
        if (!wanted) return;
        setSettled(coming);
        // A redirect is followed by the navigation itself.
        if (!(reason instanceof Response)) showError(STORIES_LOADING_FAILED, { id: STORIES_LOADING_FAILED });
      },
    );
    return () => {
      wanted = false;
    };
  }, [coming]);

  useEffect(() => {
    left = state;
  }, [state]);

  return { state, setState, pending: settled !== coming };
}

/** Loads the next page on request. */
function useFurther(setState: (change: (state: LoadedPages | null) => LoadedPages | null) => void) {
  const fetcher = useFetcher<{ page: ComingPage }>();
  const [settled, setSettled] = useState<ComingPage | null>(null);
  const [arrived, setArrived] = useState<string | null>(null);
  const asked = useRef(false);
  const coming = fetcher.data?.page ?? null;

  useEffect(() => {
    if (coming === null) return;
    Promise.resolve(coming).then(
      (page) => {
        setState((state) => state && withNextPage(state, page));
        setSettled(coming);
        // It is also loaded again after a change; then the focus stays.
        if (asked.current) setArrived(page.stories[0]?.storyId ?? null);
        asked.current = false;
      },
      () => {
        setSettled(coming);
        if (asked.current) showError(STORIES_LOADING_FAILED, { id: STORIES_LOADING_FAILED });
        asked.current = false;
      },
    );
  }, [coming, setState]);

  return {
    loading: fetcher.state !== "idle" || settled !== coming,
    arrived,
    load: (path: string) => {
      asked.current = true;
      void fetcher.load(path);
    },
  };
}
