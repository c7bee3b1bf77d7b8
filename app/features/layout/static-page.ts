import { useMatches } from "react-router";

/** The `handle` of a route whose page works without scripts: no script and no loader data are sent with it. */
export const STATIC_PAGE = { isStatic: true };

export function useIsStaticPage(): boolean {
  return useMatches().some(({ handle }) => handle === STATIC_PAGE);
}
