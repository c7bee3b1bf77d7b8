import { useEffect, useState } from "react";
import { asFailure, attempt } from "#app/features/api/call-api.ts";
import type { SearchItem, SearchPage } from "#domain/search.ts";
import { fetchSearchResults, type SearchFilters } from "./search-calls.ts";

/** After the last key, in ms. */
const TYPING_PAUSE_MS = 120;
/** While the index is being built, it is asked again, in ms. */
const BUILDING_MS = 2_000;

export type SearchResults = {
  /** What it was searched for; `null`: nothing is shown. What was found before stays until the next is there. */
  q: string | null;
  page: SearchPage | null;
  items: SearchItem[];
  isLoading: boolean;
  /** In words; `null`: none. */
  failure: string | null;
};

const NOTHING: SearchResults = { q: null, page: null, items: [], isLoading: false, failure: null };

/** Searches while somebody types. Of several searches at a time only the last one counts. */
export function useSearchResults(typed: string, filters: SearchFilters) {
  const [results, setResults] = useState(NOTHING);
  const [asked, setAsked] = useState(0);
  const q = typed.trim() === "" ? "" : typed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (q === "") return setResults(NOTHING);
    const abort = new AbortController();
    const { signal } = abort;
    setResults((before) => ({ ...before, isLoading: true, failure: null }));
    const timer = setTimeout(() => {
      fetchSearchResults(q, filters, { signal }).then(
        (page) => setResults({ q, page, items: page.items, isLoading: false, failure: null }),
        (error: unknown) => {
          if (signal.aborted) return;
          setResults((before) => ({ ...before, isLoading: false, failure: asFailure(error).message }));
        },
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q, filters, asked]);

  const isBuilding = results.page?.isBuilding ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is looked at again
  useEffect(() => {
    if (!isBuilding) return;
    const timer = setTimeout(() => setAsked((before) => before + 1), BUILDING_MS);
    return () => clearTimeout(timer);
  }, [isBuilding, results.page]);

  async function showMore(): Promise<void> {
    const { page: last, isLoading } = results;
    if (!last?.next || isLoading) return; // another search is under way
    await attempt("More could not be looked up.", async () => {
      const page = await fetchSearchResults(q, filters, { cursor: last.next });
      setResults((before) =>
        before.page === last ? { ...before, page, items: [...before.items, ...page.items] } : before,
      );
    });
  }
  return { results, showMore: () => void showMore(), again: () => setAsked((before) => before + 1) };
}
