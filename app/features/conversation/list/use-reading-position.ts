import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "#app/ui/use-reduced-motion.ts";

/** Room that is left above a passage when it has reached the top. */
const TOP_MARGIN = 84;
/** So far from the end is still "at the end". */
const END_MARGIN = 160;
/** A way of more screens is not scrolled through: it would only flicker past. */
const NEAR_SCREENS = 3;

function distanceToEnd(): number {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  return scrollHeight - clientHeight - scrollTop;
}

type ReadingInput = {
  firstMessageId: string | null;
  /** The request that this page has made and that has not ended. */
  askedId: string | null;
  /** A reply is awaited or running. */
  growing: boolean;
};

type ReadingPosition = {
  /** Of the place where a reply is being written. */
  streamingRef: RefObject<HTMLDivElement | null>;
  atEnd: boolean;
  toEnd: () => void;
  /** Call before older messages are put on top: what is read stays where it is. */
  holdPlace: () => void;
};

/**
 * Where the page stands. A story opens at its end. A growing reply is followed until its beginning reaches the top, so
 * that it can be read from there in peace; whoever scrolls up is left alone.
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
    // Somebody who came by a way of their own, or has begun to read, is left where they are.
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

  // Asking for something is wanting to see it.
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
