import { useSyncExternalStore } from "react";

/** Tools of a message are in place of the input bar: there is no room below it, or nothing that hovers. As in the style sheets here. */
const NARROW = "(max-width: 767px), (hover: none)";

/** The browser's alone. */
export function isNarrow(): boolean {
  return window.matchMedia(NARROW).matches;
}

export function useNarrow(): boolean {
  return useSyncExternalStore(follow, isNarrow, () => false);
}

function follow(onChange: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
