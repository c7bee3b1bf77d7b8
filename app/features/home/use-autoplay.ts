import { type FocusEvent, type PointerEvent, useEffect, useState, useSyncExternalStore } from "react";
import { AUTOPLAY_MS } from "./carousel-motion.ts";

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

function onVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
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
