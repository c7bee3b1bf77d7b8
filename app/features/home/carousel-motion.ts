import {
  type FocusEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { onVisibility } from "./greeting.ts";

/** A press that moves less is a click. */
const DRAG_BEGINS_PX = 5;

type Drag = { pointerId: number; fromX: number; fromScroll: number; fromPlace: number; moved: boolean };

/**
 * A row of slides that scrolls and snaps by CSS. This hook adds what CSS does not have: a glide of the specification's time, and
 * drags that are decided by their length. `place` is the slide at the start of the view, or the one that a glide leads to;
 * there are `count` places. `alive` is false on the server and before the row is measured.
 */
export function useSnapRow() {
  const viewport = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState({ place: 0, count: 0 });
  const [held, setHeld] = useState(false);
  const glide = useRef<number | null>(null);
  const drag = useRef<Drag | null>(null);

  const readPlace = useCallback(() => {
    const row = viewport.current;
    if (row === null || glide.current !== null || drag.current !== null) return;
    const stops = findStops(row);
    const place = findNearest(stops, row.scrollLeft);
    setPosition((known) =>
      known.place === place && known.count === stops.length ? known : { place, count: stops.length },
    );
  }, []);

  const stopGlide = useCallback(() => {
    if (glide.current !== null) cancelAnimationFrame(glide.current);
    glide.current = null;
  }, []);

  const show = useCallback(
    (wanted: number, atOnce: boolean) => {
      const row = viewport.current;
      if (row === null) return;
      stopGlide();
      const stops = findStops(row);
      const place = Math.min(Math.max(wanted, 0), stops.length - 1);
      const to = stops[place] ?? 0;
      setPosition({ place, count: stops.length });
      const from = row.scrollLeft;
      if (atOnce || from === to) {
        row.scrollLeft = to;
        setSnapping(row, true);
        return;
      }
      setSnapping(row, false);
      const began = performance.now();
      const step = () => {
        const elapsed = performance.now() - began;
        row.scrollLeft = from + (to - from) * easeGlide(elapsed);
        glide.current = elapsed < GLIDE_MS ? requestAnimationFrame(step) : null;
        if (glide.current === null) setSnapping(row, true);
      };
      glide.current = requestAnimationFrame(step);
    },
    [stopGlide],
  );

  useEffect(() => {
    const row = viewport.current;
    if (row === null) return;
    const resized = () => {
      stopGlide();
      setSnapping(row, true);
      readPlace();
    };
    const observer = new ResizeObserver(resized);
    observer.observe(row);
    row.addEventListener("scroll", readPlace, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener("scroll", readPlace);
      stopGlide();
    };
  }, [readPlace, stopGlide]);

  function begin({ pointerId, clientX, button, currentTarget }: PointerEvent<HTMLDivElement>): void {
    if (button !== 0 || drag.current !== null) return;
    stopGlide();
    const { scrollLeft } = currentTarget;
    const fromPlace = findNearest(findStops(currentTarget), scrollLeft);
    drag.current = { pointerId, fromX: clientX, fromScroll: scrollLeft, fromPlace, moved: false };
    setHeld(true);
  }

  function follow({ pointerId, clientX, currentTarget }: PointerEvent<HTMLDivElement>): void {
    const held = drag.current;
    if (held?.pointerId !== pointerId) return;
    const distance = clientX - held.fromX;
    if (!held.moved) {
      if (Math.abs(distance) < DRAG_BEGINS_PX) return;
      held.moved = true;
      currentTarget.setPointerCapture(pointerId); // from here on it is no click on a link either
      setSnapping(currentTarget, false);
    }
    currentTarget.scrollLeft = held.fromScroll - distance;
  }

  function end({ pointerId, clientX, currentTarget, type }: PointerEvent<HTMLDivElement>): void {
    const held = drag.current;
    if (held?.pointerId !== pointerId) return;
    drag.current = null;
    setHeld(false);
    const wide = currentTarget.querySelector<HTMLElement>("[aria-roledescription=slide]")?.offsetWidth ?? 0;
    const moved = held.moved && type === "pointerup" ? countSlidesMoved(clientX - held.fromX, wide) : 0;
    show(held.fromPlace + moved, false);
  }

  return {
    viewport,
    alive: position.count > 0,
    held,
    ...position,
    show,
    drag: { onPointerDown: begin, onPointerMove: follow, onPointerUp: end, onPointerCancel: end },
  };
}

/** The scroll positions at which a slide stands at the start of the view, in px; the last one is the end of the row. */
function findStops(row: HTMLElement): number[] {
  const slides = [...row.querySelectorAll<HTMLElement>("[aria-roledescription=slide]")];
  const first = slides[0]?.offsetLeft ?? 0;
  const end = row.scrollWidth - row.clientWidth;
  const offsets = slides.map((slide) => slide.offsetLeft - first);
  const past = offsets.findIndex((offset) => offset >= end - 1);
  return past === -1 ? offsets : [...offsets.slice(0, past), end];
}

function findNearest(stops: readonly number[], scrollLeft: number): number {
  const distances = stops.map((stop) => Math.abs(stop - scrollLeft));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** CSS pulls the row to the nearest slide; while it is moved by hand or glides it must not. */
function setSnapping(row: HTMLElement, on: boolean): void {
  row.style.scrollSnapType = on ? "" : "none";
}

/** Calls `next` every 4 s while it is playing and the page is in view; a change of `place` restarts the timer. */
export function useAutoplay(playing: boolean, place: number, next: () => void): void {
  const inView = useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place begins the time anew
  useEffect(() => {
    if (!playing || !inView) return;
    const timer = setTimeout(next, AUTOPLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, inView, place, next]);
}

/** Whether somebody points at an element with a mouse, or has the focus in it: spread `props` on the element. */
export function useAttention() {
  const [pointedAt, setPointedAt] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    attended: pointedAt || focused,
    props: {
      onPointerEnter: (event: PointerEvent) => setPointedAt(event.pointerType === "mouse"),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  };
}

/** The specification's times and distances. */
const AUTOPLAY_MS = 4_000;
const GLIDE_MS = 1_200;
/** A shorter drag or swipe springs back. */
const SWIPE_THRESHOLD_PX = 80;

/** How far a glide has come after so many milliseconds: 0 to 1, slower towards its end. */
function easeGlide(elapsedMs: number): number {
  const left = 1 - Math.min(1, Math.max(0, elapsedMs / GLIDE_MS));
  return 1 - left ** 3;
}

/**
 * How many slides a drag by `distance` px moves on: none below the threshold, then at least one, and as many as it has
 * passed. To the left is forwards.
 */
function countSlidesMoved(distance: number, slideWidth: number): number {
  const length = Math.abs(distance);
  if (length < SWIPE_THRESHOLD_PX) return 0;
  return -Math.sign(distance) * Math.max(1, Math.round(length / slideWidth));
}

/**
 * The place that has a slide in view, with the least movement from where it is. Each of the `count` places shows one slide
 * more than the one before it.
 */
export function findPlaceShowing(
  slide: number,
  at: { place: number; count: number; slides: number },
): number {
  const inView = at.slides - at.count + 1;
  return Math.min(Math.max(at.place, slide - inView + 1), slide);
}

/** The place after or before one of `count`; past either end it begins again at the other. */
export function findNeighbour(place: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (place + by + count) % count;
}
