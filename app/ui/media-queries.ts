import { useCallback, useSyncExternalStore } from "react";

/**
 * The widths, in px, at which the layout changes: `(min-width: 768px)` and `(max-width: 767px)` are the two sides of one. A
 * style sheet writes them out, since a media query can't read a variable; a test holds every style sheet against this list.
 */
export const BREAKPOINTS: readonly number[] = [360, 380, 480, 640, 768, 960, 1024, 1200, 1280, 1536];

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";
/** As in the style sheets of messages and their tools: there is no room below a message, or nothing that hovers. */
const NARROW = "(max-width: 767px), (hover: none)";

/** Whether the reader wants things to stand still, as it is now. The browser's alone. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia(REDUCED_MOTION).matches;
}

/** Whether the reader wants things to stand still. */
export function useReducedMotion(): boolean {
  return useMediaQuery(REDUCED_MOTION);
}

/** The options of `focus()` where we move the focus ourselves. On a touch screen no ring is drawn: it would show after each text. */
export function toFocusOptions(): FocusOptions {
  const isTouchScreen = window.matchMedia("(hover: none)").matches;
  return { preventScroll: true, ...(isTouchScreen ? { focusVisible: false } : {}) };
}

/** Whether there is a mouse or the like: then a text field with the focus opens no keyboard on the screen. The browser's alone. */
export function hasFinePointer(): boolean {
  return window.matchMedia("(pointer: fine)").matches;
}

/** Whether a sheet covers the page, as in the style sheet of dialogs. The browser's alone. */
export function isPhone(): boolean {
  return window.matchMedia("(max-width: 767px)").matches;
}

/** Whether the tools of a message are in place of the input bar, as it is now. The browser's alone. */
export function isNarrow(): boolean {
  return window.matchMedia(NARROW).matches;
}

/** Whether the tools of a message are in place of the input bar. */
export function useNarrow(): boolean {
  return useMediaQuery(NARROW);
}

/** `false` on the server and while the page is hydrated. */
function useMediaQuery(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    follow,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
