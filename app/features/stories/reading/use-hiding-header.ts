import { useEffect, useState } from "react";

/** Small movements of a thumb are no wish. */
const SCROLL_THRESHOLD = 8;
/** A page that was thrown goes on rolling for about so long. */
const MOMENTUM_MS = 1_500;
/** What a person scrolls with; a page that scrolls by itself hides nothing. */
const HANDS = ["wheel", "touchmove"] as const;

/** Whether a header steps aside: while scrolling down; it comes back on scrolling up. */
export function useHidingHeader(height: number): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    let handAt = Number.NEGATIVE_INFINITY;
    const onHand = () => {
      handAt = performance.now();
    };
    const onScroll = () => {
      if (performance.now() - handAt > MOMENTUM_MS) {
        last = window.scrollY;
        return;
      }
      const moved = window.scrollY - last;
      if (Math.abs(moved) < SCROLL_THRESHOLD) return;
      last = window.scrollY;
      setAway(moved > 0 && window.scrollY > height);
    };
    for (const hand of HANDS) window.addEventListener(hand, onHand, { passive: true });
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      for (const hand of HANDS) window.removeEventListener(hand, onHand);
      window.removeEventListener("scroll", onScroll);
    };
  }, [height]);
  return away;
}
