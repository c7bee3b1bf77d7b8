import { useEffect, useState } from "react";
import { Outlet, useNavigation, useRevalidator } from "react-router";
import { requireUser } from "#app/context.ts";
import { AgeGate } from "#app/features/age-gate/age-gate.tsx";
import { LAST_READER_KEY, LOGGING_OUT, useReaderId } from "#app/features/auth/last-reader.ts";
import { useLoggedPath } from "#app/features/billing/kept-payments.ts";
import { STORY_PAGE } from "#app/features/layout/keep-page.tsx";
import { SearchEntry } from "#app/features/search/search-entry.tsx";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { THEME_KEY } from "#app/features/storage/functional-storage.ts";
import { StoryChanges } from "#app/features/stories/changes/story-changes.tsx";
import styles from "#app/features/stories/reading/story-loading.module.css";
import { consentedWritesOnly, signedInOnly } from "#app/guards.ts";
import { Booky } from "#app/ui/booky.tsx";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import { hasConsented } from "#domain/account.ts";
import type { Route } from "./+types/guard";

export const middleware: Route.MiddlewareFunction[] = [signedInOnly, consentedWritesOnly];

export async function loader({ context }: Route.LoaderArgs) {
  const user = await requireUser(context);
  return { userId: user.id, tier: user.tier, isGated: !hasConsented(user) };
}

export { onlyAfterChanges as shouldRevalidate } from "#app/features/layout/route-settings.ts";

/** Everything below is for signed-in people; the age and terms gate lies over it until it is passed. */
export default function Guard({ loaderData: { userId, isGated } }: Route.ComponentProps) {
  useOwnPages();
  useServiceWorker();
  useLoggedPath();
  return (
    <>
      <div className="no-box" inert={isGated}>
        <StoryChanges>
          <Outlet />
          <StoryLoading />
          <SearchEntry />
        </StoryChanges>
      </div>
      {isGated && <AgeGate userId={userId} />}
    </>
  );
}

/**
 * Lets the browser open the app without a network (app/service-worker.ts). Of signed-in people: visitors have nothing to read there.
 * A browser that refuses it works as before.
 */
function useServiceWorker(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    keepText("local", THEME_KEY, document.documentElement.dataset["theme"] ?? null);
    navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
  }, []);
}

/**
 * Reloads the data of a page that the browser's Back or Forward has restored in an old state, so that it shows stories
 * begun since then. If the person has signed out or another one has signed in, the page is not shown any longer, also where another tab
 * did that. It is known without the server, so it works offline as well.
 */
function useOwnPages(): void {
  const { revalidate } = useRevalidator();
  const readerId = useReaderId();
  useEffect(() => {
    if (readerId !== null) keepText("local", LAST_READER_KEY, readerId);
    const again = () => {
      if (navigator.onLine) void revalidate();
    };
    const whenRestored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      if (readKept("local", LAST_READER_KEY) === readerId) again();
      else openAnew();
    };
    // Where the session has only ended, this page stays: what is typed can be saved after a sign-in in another tab.
    const whenKept = ({ key, oldValue, newValue }: StorageEvent) => {
      const isDecided = newValue || oldValue === LOGGING_OUT;
      if (key === LAST_READER_KEY && isDecided && newValue !== readerId) openAnew();
    };
    if (cameFromCache()) again();
    window.addEventListener("pageshow", whenRestored);
    window.addEventListener("storage", whenKept);
    return () => {
      window.removeEventListener("pageshow", whenRestored);
      window.removeEventListener("storage", whenKept);
    };
  }, [revalidate, readerId]);
}

/** Loads this address as a new document. A reload would fill its forms with what the last person typed. */
function openAnew(): void {
  window.location.replace(window.location.pathname + window.location.search);
}

/** Whether this document was taken from the HTTP cache, unasked, as browsers do on the way through the history. */
function cameFromCache(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return (
    load instanceof PerformanceNavigationTiming && load.type === "back_forward" && load.transferSize === 0
  );
}

/** A story that opens sooner shows no loading screen, which would flicker. */
const SHOWN_AFTER_MS = 400;

/** Covers the page while a story is loading. */
export function StoryLoading() {
  const { state, location } = useNavigation();
  const coming = state === "loading" && STORY_PAGE.test(location.pathname);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!coming) return;
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [coming]);
  if (!coming || !late) return null;
  return (
    <div className={`${styles.screen} page-color stack fixed each-center gap-16`}>
      <Booky pose="idle" size={104} />
      <p className="row gap-12" role="status">
        Loading your story <TypingDots label={null} />
      </p>
    </div>
  );
}
