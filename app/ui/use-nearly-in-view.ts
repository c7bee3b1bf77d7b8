import { type RefObject, useEffect, useEffectEvent } from "react";

/** Two screens: what is loaded at this distance is there before a reader arrives. */
const NEAR = "200% 0px";

/** Calls `onNearlyInView` when an element is nearly in view. If it still is when `place` changes, calls it again. */
export function useNearlyInView(
  element: RefObject<Element | null>,
  place: string,
  onNearlyInView: () => void,
): void {
  const report = useEffectEvent(onNearlyInView);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is reported anew
  useEffect(() => {
    if (element.current === null) return;
    // A busy browser tells several changes at once: the last is how it is now.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && report(), {
      rootMargin: NEAR,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [place]);
}
