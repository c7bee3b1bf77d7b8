import { useEffect } from "react";
import { useRevalidator } from "react-router";

/**
 * Loads what a page shows again after the browser's Back or Forward has brought it back as it was once shown, from its
 * caches: stories begun since then are on it, and somebody who has logged out since then does not see it.
 */
export function useBroughtBack(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const again = () => {
      if (navigator.onLine) void revalidate();
    };
    const whenRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) again();
    };
    if (cameFromCache()) again();
    window.addEventListener("pageshow", whenRestored);
    return () => window.removeEventListener("pageshow", whenRestored);
  }, [revalidate]);
}

/** Whether this document was taken from the HTTP cache, unasked, as browsers do on the way through the history. */
function cameFromCache(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return (
    load instanceof PerformanceNavigationTiming && load.type === "back_forward" && load.transferSize === 0
  );
}
