import { useEffect, useRef } from "react";
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type NavigateFunction,
  useBlocker,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
} from "react-router";
import { closeTopLayer, hasLayers } from "#app/ui/back-layers.ts";
import { showError } from "#app/ui/show-toast.tsx";

export const STORY_PAGE = /^\/stories\/[0-9a-f-]{36}$/;
const FAILED = "This page did not open. Please check your connection and try again.";

type OpenPage = {
  matches: ReturnType<typeof useMatches>;
  location: ReturnType<typeof useLocation>;
  navigation: ReturnType<typeof useNavigation>;
  navigate: NavigateFunction;
};

/** The error of a page that could not be loaded, because the server did not answer. */
export class PageUnreachable extends Error {}

/** The page that is open, as its component last said. */
let open: OpenPage | null = null;

/**
 * Keeps the open page on the screen if it can't be loaded again, or if the next page can't be reached; then it shows a message. Not for
 * Back and Forward, where the address has changed already: there the error boundary of the page offers to try again. Nor for a story, which
 * may be kept in this browser.
 */
export const keepOpenPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next();
  if (!Object.values(results).some(({ result }) => isUnreachable(result))) return results;
  const { pathname, search } = new URL(request.url);
  const isThere = (place: { pathname: string; search: string }) =>
    place.pathname === pathname && place.search === search;
  await nextFrame(); // a request fails sooner than a navigation is rendered
  const hasArrived = isThere(window.location);
  if (open?.navigation.state === "idle" && hasArrived) {
    // What is shown stays in the place of what could not be loaded again. A part that shows an error has no data.
    for (const { id, loaderData } of open.matches)
      if (loaderData && isUnreachable(results[id]?.result))
        results[id] = { type: "data", result: loaderData };
  }
  const isOpening = open?.navigation.state === "loading" && isThere(open.navigation.location);
  if (!open || !isOpening || hasArrived || STORY_PAGE.test(pathname)) {
    for (const outcome of Object.values(results))
      if (isUnreachable(outcome.result)) outcome.result = new PageUnreachable();
    return results;
  }

  stay(open);
  sayFailed();
  return results; // nobody looks at them any more
};

/** A navigation to where one is takes the place of the one that failed. */
function stay({ navigate, location }: OpenPage): void {
  void navigate(location, {
    replace: true,
    state: location.state,
    preventScrollReset: true,
    defaultShouldRevalidate: false,
  });
}

function sayFailed(action?: { label: string; onClick: () => void }): void {
  showError(FAILED, { id: "page-not-opened", ...(action ? { action } : {}) });
}

/** Set for a reload that we ask for ourselves. */
let isReloading = false;

/** Loads the document again. */
export function reloadDocument(): void {
  isReloading = true;
  window.location.reload();
}

/**
 * The router reloads the document when a page's script can't be loaded, even if it only loads it early because the pointer is over
 * a link. Without a network that ends on the browser's error page. A script that failed once fails until the next document, so
 * another try loads the page as a document. Browsers without the Navigation API (before 2026) still reload.
 */
function keepFromReload(event: NavigateEvent): void {
  if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable || isReloading) return;
  event.preventDefault();
  void stayWhereOpened();
}

/** A script that is known to fail does so before the navigation is rendered. */
const FRAMES_TO_RENDER = 10;

async function stayWhereOpened(): Promise<void> {
  for (let frame = 0; frame < FRAMES_TO_RENDER && open?.navigation.state !== "loading"; frame += 1) {
    await nextFrame();
  }
  if (open?.navigation.state !== "loading") return;
  const { pathname, search } = open.navigation.location;
  stay(open);
  sayFailed({ label: "Try again", onClick: () => window.location.assign(pathname + search) });
}

/**
 * Tells `keepOpenPage` what is open. Without a network nothing else is opened: not even a page's script could be had. Going back closes
 * what lies over the page first. A router takes one blocker, so both stand here.
 */
export function KeepPage() {
  const page = {
    matches: useMatches(),
    location: useLocation(),
    navigation: useNavigation(),
    navigate: useNavigate(),
  };
  useEffect(() => {
    open = page;
    return () => {
      open = null;
    };
  });

  useEffect(() => {
    if (!("navigation" in window)) return;
    window.navigation.addEventListener("navigate", keepFromReload);
    return () => window.navigation.removeEventListener("navigate", keepFromReload);
  }, []);

  const isClosing = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    isClosing.current = historyAction === "POP" && hasLayers();
    if (isClosing.current) return true;
    return (
      !navigator.onLine &&
      currentLocation.pathname !== nextLocation.pathname &&
      !STORY_PAGE.test(nextLocation.pathname)
    );
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    if (isClosing.current) closeTopLayer();
    else sayFailed();
  }, [blocker]);
  return null;
}

/** Nobody answered, or a proxy on the way that has lost the server. */
function isUnreachable(error: unknown): boolean {
  return (
    error instanceof TypeError || (isRouteErrorResponse(error) && [502, 503, 504].includes(error.status))
  );
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
