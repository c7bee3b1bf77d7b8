import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "#app/ui/media-queries.ts";
import type { ReadingPlace } from "#domain/message.ts";
import type { PathStart } from "../live/conversation-state.ts";
import type { KeptPlace } from "./kept-place.ts";
import { findPlaceAt, findTop, READING_TOP } from "./text-position.ts";

/** How far below that line the note about the path that was left covers the text, in px. */
const PATH_NOTE = 100;
/** A page this close to its end counts as being at the end, in px. */
const END_MARGIN = 160;
/** The height of a line of the largest type, in px. */
const LINE_HEIGHT = 40;
/** A longer way jumps instead of scrolling smoothly, in screens. */
const NEAR_SCREENS = 3;
/** A place is kept when the page has not scrolled for so long, and when it is left. */
const KEPT_AFTER_MS = 1_000;
/** With these a person moves the page. */
const HANDS = ["wheel", "touchmove", "keydown"] as const;

function distanceToEnd(): number {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  return scrollHeight - clientHeight - scrollTop;
}

function scrollToEnd(behavior: ScrollBehavior): void {
  window.scrollTo({ top: document.documentElement.scrollHeight, behavior });
}

function listArticles(list: Element | null): Element[] {
  return [...(list?.querySelectorAll("article") ?? [])];
}

function findNextMessage(list: Element, messageId: string): Element | null {
  const messages = [...list.querySelectorAll<HTMLElement>("[data-message]")];
  const at = messages.findIndex((message) => message.dataset["message"] === messageId);
  return at < 0 ? null : (messages[at + 1] ?? null);
}

function isBeginningInView(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  return top > READING_TOP + PATH_NOTE && top < window.innerHeight;
}

type ReadingInput = {
  firstMessageId: string | null;
  /** The id of this page's pending request. */
  askedId: string | null;
  /** A reply is awaited or streaming. */
  growing: boolean;
  /** Where the path begins that was opened last, a new object each time; `null`: none was opened since the page was loaded. */
  opened: PathStart | null;
  kept: KeptPlace;
  /** So much below the header is covered for a while, in px: the line that is read stands below that. */
  covered: number;
  loadOlder: () => Promise<void>;
};

/**
 * Keeps the scroll position. A conversation opens where its reader left it, else at its end. If it has only its opening, it opens at its
 * beginning. When something above moves the text (type settings, rotation, older messages, pictures), the line at the top stays where it
 * is. While a reply grows, the page scrolls until the beginning of the reply is at the top. It stops when the reader scrolls up.
 */
export function useReadingPosition(input: ReadingInput) {
  const { firstMessageId, askedId, growing, opened, kept, covered } = input;
  const listRef = useRef<HTMLDivElement>(null);
  /** The element in which a reply is being written. */
  const streamingRef = useRef<HTMLDivElement>(null);
  /** The line at the top, where it was when the page was scrolled last, and the size of the list then. */
  const line = useRef<{ messageId: string; offset: number; top: number } | null>(null);
  const width = useRef(0);
  const height = useRef(0);
  /** Where the page was scrolled to for that line: then it is still this line, although it may begin elsewhere by now. */
  const heldAt = useRef(Number.NaN);
  /** Where the line that is read stands, in px of the window. */
  const readingTop = useRef(READING_TOP);
  /** A place among messages that are not loaded yet. */
  const wanted = useRef<ReadingPlace | null>(null);
  const following = useRef(false);
  const [atEnd, setAtEnd] = useState(true);

  const hold = useCallback(() => {
    const list = listRef.current;
    if (list === null) return;
    width.current = list.clientWidth;
    height.current = list.clientHeight;
    const top = line.current && findTop(list, line.current);
    if (top === null || line.current === null) return;
    const moved = top - line.current.top;
    // A difference below a pixel is ignored: correcting it would end a running scroll.
    if (Math.abs(moved) < 1) return;
    window.scrollBy({ top: moved, behavior: "instant" });
    heldAt.current = window.scrollY;
  }, []);

  /** Scrolls to a place. `below`: its distance from the line that is read, in px. Returns whether the place is on the page. */
  const open = useCallback((place: ReadingPlace, below = 0): boolean => {
    const top = listRef.current && findTop(listRef.current, place);
    if (top === null) return false;
    const before = window.scrollY;
    window.scrollBy({ top: top - readingTop.current - below, behavior: "instant" });
    heldAt.current = window.scrollY;
    following.current = false;
    line.current = { ...place, top: top - (window.scrollY - before) };
    return true;
  }, []);

  // What covers it moves the line, and leaves it there when it goes.
  useLayoutEffect(() => {
    readingTop.current = READING_TOP + covered;
    if (covered === 0 || line.current === null) return;
    line.current.top += covered;
    window.scrollBy({ top: -covered, behavior: "instant" });
    heldAt.current = window.scrollY;
  }, [covered]);

  const openFirst = useEffectEvent(() => {
    if (kept.list().some((place) => open(place))) {
      // The line may have been left partly above the place where it is put: then this was the end.
      if (distanceToEnd() < LINE_HEIGHT) scrollToEnd("instant");
      return;
    }
    wanted.current = kept.server;
    // Only an opening: it is read from its beginning.
    if (listArticles(listRef.current).length < 2) return;
    // A position that the browser has restored, or that the reader has scrolled to, is kept.
    if (window.scrollY === 0) scrollToEnd("instant");
  });

  useEffect(() => {
    const update = () => {
      const list = listRef.current;
      const end = distanceToEnd() < END_MARGIN;
      // The event of the page's own scrolling may come after more text, so only scrolling up ends the following.
      following.current = end || (following.current && window.scrollY >= heldAt.current);
      setAtEnd(end);
      if (list === null) return;
      // A new width, or older messages, may have moved the page before the observer below was called.
      if (width.current !== 0 && list.clientWidth !== width.current) return hold();
      if (line.current !== null && list.clientHeight !== height.current) {
        line.current.top += heldAt.current - window.scrollY; // how far the person has scrolled since
        hold();
      }
      if (window.scrollY === heldAt.current) return;
      line.current = findPlaceAt(list, readingTop.current);
      height.current = list.clientHeight;
      heldAt.current = window.scrollY;
    };
    openFirst();
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, [hold]);

  // Loads what is missing up to the kept place, unless the reader moves meanwhile.
  const loadOlder = useEffectEvent(input.loadOlder);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new first message may have brought the place
  useEffect(() => {
    if (wanted.current === null) return;
    const forget = () => {
      wanted.current = null;
    };
    if (open(wanted.current)) return forget();
    loadOlder().catch(forget); // the link to older messages is there as well
    for (const hand of HANDS) window.addEventListener(hand, forget);
    return () => {
      for (const hand of HANDS) window.removeEventListener(hand, forget);
    };
  }, [firstMessageId, open]);

  // Another path: it is shown from where it parts, unless that is in view below the note, or at its end where it ends there.
  useLayoutEffect(() => {
    const list = listRef.current;
    if (opened === null || list === null) return;
    const { partsAtId, isEnd } = opened;
    if (isEnd) return scrollToEnd("instant");
    if (partsAtId === null) return window.scrollTo({ top: 0, behavior: "instant" });
    const next = findNextMessage(list, partsAtId);
    if (next !== null && isBeginningInView(next)) return;
    const place = { messageId: partsAtId, offset: Number.MAX_SAFE_INTEGER, at: 0 };
    wanted.current = open(place, PATH_NOTE) ? null : place;
  }, [opened, open]);

  const keep = useEffectEvent(() => {
    if (line.current === null || wanted.current !== null) return;
    const { messageId, offset } = line.current;
    kept.keep({ messageId, offset, at: Date.now() });
  });
  // A layout effect: it ends before the connection is closed.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer !== undefined) keep();
      clearTimeout(timer);
      timer = undefined;
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(flush, KEPT_AFTER_MS);
    };
    const leave = () => {
      if (document.visibilityState === "hidden") flush();
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", leave);
    return () => {
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", leave);
      flush();
    };
  }, []);

  // After a new request the reply is followed.
  useEffect(() => {
    if (askedId !== null) following.current = true;
  }, [askedId]);

  const follow = useEffectEvent((place: Element | null | undefined) => {
    if (!place || !following.current) return;
    const room = place.getBoundingClientRect().top - READING_TOP;
    const by = Math.min(room, distanceToEnd());
    if (by > 0) window.scrollBy({ top: by, behavior: "instant" });
  });
  useEffect(() => {
    const list = listRef.current;
    if (list === null) return;
    const observer = new ResizeObserver(() => {
      hold();
      follow(streamingRef.current);
    });
    observer.observe(list);
    observer.observe(document.body); // what is around the list may move it
    return () => observer.disconnect();
  }, [hold]);
  // The finished reply is another element, and has at once what was not shown yet.
  useEffect(() => {
    if (!growing) return;
    return () => follow(listArticles(listRef.current).at(-1));
  }, [growing]);

  function toEnd(): void {
    const isNear = distanceToEnd() < NEAR_SCREENS * window.innerHeight;
    scrollToEnd(isNear && !prefersReducedMotion() ? "smooth" : "instant");
  }
  return { listRef, streamingRef, atEnd, toEnd };
}
