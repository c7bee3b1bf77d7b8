import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { LAST_READER_KEY } from "#app/features/auth/last-reader.ts";
import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import { reloadDocument } from "./keep-page.tsx";
import { useReaderId } from "./use-reader-id.ts";

/**
 * Reloads the data of a page that the browser's Back or Forward has restored in an old state, so that it shows stories
 * begun since then. If the person has signed out or another one has signed in, the page is not shown again. That is
 * known without the server, so it works offline as well.
 */
export function useBroughtBack(): void {
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
      else reloadDocument();
    };
    if (cameFromCache()) again();
    window.addEventListener("pageshow", whenRestored);
    return () => window.removeEventListener("pageshow", whenRestored);
  }, [revalidate, readerId]);
}

/** Whether this document was taken from the HTTP cache, unasked, as browsers do on the way through the history. */
function cameFromCache(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return (
    load instanceof PerformanceNavigationTiming && load.type === "back_forward" && load.transferSize === 0
  );
}
