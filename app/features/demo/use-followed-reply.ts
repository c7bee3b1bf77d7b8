import { type RefObject, useEffect, useRef } from "react";

/** The space left above a reply that has reached the top, in px. */
const TOP_MARGIN = 28;
/** This close to its end a text counts as being at the end, in px. */
const END_MARGIN = 120;

type FollowedReply = {
  /** The element that scrolls. */
  scrollerRef: RefObject<HTMLDivElement | null>;
  /** The element in which a reply is being written. */
  streamingRef: RefObject<HTMLDivElement | null>;
};

/**
 * Follows a growing reply inside a panel until its beginning reaches the top, so that it can be read from there. After the
 * reader scrolls up, it stops until the next request. At first it scrolls to the end.
 */
export function useFollowedReply(askedId: string | null, growing: boolean): FollowedReply {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const streamingRef = useRef<HTMLDivElement>(null);
  const following = useRef(true);

  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const update = () => {
      following.current = measureRest(scroller) < END_MARGIN;
    };
    scroller.scrollTop = scroller.scrollHeight;
    scroller.addEventListener("scroll", update, { passive: true });
    return () => scroller.removeEventListener("scroll", update);
  }, []);

  useEffect(() => {
    if (askedId !== null) following.current = true;
  }, [askedId]);

  useEffect(() => {
    const scroller = scrollerRef.current;
    const column = streamingRef.current?.parentElement;
    if (!growing || !scroller || !column) return;
    const observer = new ResizeObserver(() => {
      const place = streamingRef.current;
      if (!place || !following.current) return;
      const top = place.getBoundingClientRect().top - scroller.getBoundingClientRect().top - TOP_MARGIN;
      const by = Math.min(top, measureRest(scroller));
      if (by > 0) scroller.scrollTop += by;
    });
    observer.observe(column);
    return () => observer.disconnect();
  }, [growing]);

  return { scrollerRef, streamingRef };
}

function measureRest({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}
