import { useEffect } from "react";
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type NavigateFunction,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
} from "react-router";
import { showError } from "#app/ui/toast.tsx";

const STORY = /^\/stories\/[0-9a-f-]{36}$/;
const FAILED = "This page did not open. Please check your connection and try again.";

type OpenPage = {
  location: ReturnType<typeof useLocation>;
  navigation: ReturnType<typeof useNavigation>;
  navigate: NavigateFunction;
};

/** The page that is open, as its component last said. */
let open: OpenPage | null = null;

/**
 * Keeps the open page where the next one can't be reached, and says so. A navigation to where one is takes the place of
 * the one that failed, before its error reaches the screen. Not on the way through the history, which the browser has
 * gone already: there the page's own error boundary offers to try again. Nor for a story, which may be kept in this
 * browser.
 */
export const keepOpenPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next();
  if (!Object.values(results).some(({ type, result }) => type === "error" && isUnreachable(result))) {
    return results;
  }
  const { pathname, search } = new URL(request.url);
  await nextFrame(); // a request fails sooner than a navigation is rendered
  const isOpening =
    open?.navigation.state === "loading" &&
    open.navigation.location.pathname + open.navigation.location.search === pathname + search;
  const hasArrived = window.location.pathname + window.location.search === pathname + search;
  if (!open || !isOpening || hasArrived || STORY.test(pathname)) return results;

  const { navigate, location } = open;
  void navigate(location, {
    replace: true,
    state: location.state,
    preventScrollReset: true,
    defaultShouldRevalidate: false,
  });
  showError(FAILED, { id: "page-not-opened" });
  return results; // nobody looks at them any more
};

/** Tells `keepOpenPage` what is open. Without a network nothing else is opened: not even a page's script could be had. */
export function KeepPage() {
  const location = useLocation();
  const navigation = useNavigation();
  const navigate = useNavigate();
  useEffect(() => {
    open = { location, navigation, navigate };
    return () => {
      open = null;
    };
  }, [location, navigation, navigate]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      !navigator.onLine &&
      historyAction !== "POP" &&
      currentLocation.pathname !== nextLocation.pathname &&
      !STORY.test(nextLocation.pathname),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    showError(FAILED, { id: "page-not-opened" });
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
