import { useMatches } from "react-router";

/** The `handle` of a route whose page needs no script: none is sent, and so none of its data either. */
export const STATIC_PAGE = { isStatic: true };

export function useIsStaticPage(): boolean {
  return useMatches().some(({ handle }) => handle === STATIC_PAGE);
}
