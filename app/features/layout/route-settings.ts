import { type ShouldRevalidateFunctionArgs, useMatches } from "react-router";

/** The `handle` of a route whose page works without scripts: no script and no loader data are sent with it. */
export const STATIC_PAGE = { isStatic: true };

export function useIsStaticPage(): boolean {
  return useMatches().some(({ handle }) => handle === STATIC_PAGE);
}

/**
 * For the page of a conversation, which keeps itself true over its live connection: it is loaded again only for another one. `id`: the
 * parameter of the address that names it.
 */
export function onlyForAnother(id: "storyId" | "chatId") {
  return ({ currentParams, nextParams, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
    currentParams[id] !== nextParams[id] && defaultShouldRevalidate;
}

/**
 * For what frames a page: it is loaded again after a change, not on the way from one page to the next. Each page's own
 * loader asks who is calling; and a page that can't be loaded then fails alone, and not its frame with it.
 */
export function onlyAfterChanges({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isOnTheWay = formMethod === undefined && currentUrl.href !== nextUrl.href;
  return !isOnTheWay && defaultShouldRevalidate;
}
