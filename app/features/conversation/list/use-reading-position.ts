import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "#app/ui/use-reduced-motion.ts";

/** The space left above a passage that has reached the top, in px. */
const TOP_MARGIN = 84;
/** A page this close to its end counts as being at the end, in px. */
const END_MARGIN = 160;
/** A longer way jumps instead of scrolling smoothly, in screens. */
const NEAR_SCREENS = 3;

function distanceToEnd(): number {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  return scrollHeight - clientHeight - scrollTop;
}

type ReadingInput = {
  firstMessageId: string | null;
  /** The id of this page's pending request. */
  askedId: string | null;
  /** A reply is awaited or streaming. */
  growing: boolean;
};

type ReadingPosition = {
  /** The element in which a reply is being written. */
  streamingRef: RefObject<HTMLDivElement | null>;
  atEnd: boolean;
  toEnd: () => void;
  /** Call just before older messages are added on top: the view stays where it is. */
  holdPlace: () => void;
};

/**
 * Keeps the scroll position. A story opens at its end. A growing reply is followed until its beginning reaches the top, so
 * that it can be read from there. After the reader scrolls up nothing is followed.
 */
export function useReadingPosition(input: ReadingInput): ReadingPosition {
  const { firstMessageId, askedId, growing } = input;
  const streamingRef = useRef<HTMLDivElement>(null);
  const held = useRef<number | null>(null);
  const following = useRef(true);
  const [atEnd, setAtEnd] = useState(true);

  useEffect(() => {
    const update = () => {
      const end = distanceToEnd() < END_MARGIN;
      following.current = end;
      setAtEnd(end);
    };
    // A restored position, or one that the reader has scrolled to, is kept.
    if (window.scrollY === 0)
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new first message is what moves the page
  useLayoutEffect(() => {
    if (held.current === null) return;
    window.scrollTo({ top: document.documentElement.scrollHeight - held.current, behavior: "instant" });
    held.current = null;
  }, [firstMessageId]);

  // After a new request the reply is followed.
  useEffect(() => {
    if (askedId !== null) following.current = true;
  }, [askedId]);

  useEffect(() => {
    if (!growing) return;
    const column = streamingRef.current?.parentElement;
    if (!column) return;
    const follow = () => {
      const place = streamingRef.current;
      if (!place || !following.current) return;
      const room = place.getBoundingClientRect().top - TOP_MARGIN;
      const by = Math.min(room, distanceToEnd());
      if (by > 0) window.scrollBy({ top: by, behavior: "instant" });
    };
    const observer = new ResizeObserver(follow);
    observer.observe(column);
    return () => observer.disconnect();
  }, [growing]);

  const toEnd = useCallback(() => {
    const isNear = distanceToEnd() < NEAR_SCREENS * window.innerHeight;
    const glides = isNear && !prefersReducedMotion();
    window.scrollTo({
      top: document.documentElement.scrollHeight,
      behavior: glides ? "smooth" : "instant",
    });
  }, []);
  const holdPlace = useCallback(() => {
    held.current = document.documentElement.scrollHeight - window.scrollY;
  }, []);
  return { streamingRef, atEnd, toEnd, holdPlace };
}
