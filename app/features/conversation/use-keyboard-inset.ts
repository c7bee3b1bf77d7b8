import { type RefObject, useEffect, useRef } from "react";

/** Keeps a bar at the foot of the page above an on-screen keyboard, in browsers that lay the keyboard over the page. */
export function useKeyboardInset(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => {
      // Zooming in shrinks the visual viewport too; only a keyboard leaves the scale as it is.
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      bar.current?.style.setProperty("bottom", `${Math.max(0, Math.round(covered))}px`);
    };
    viewport.addEventListener("resize", update);
    viewport.addEventListener("scroll", update);
    return () => {
      viewport.removeEventListener("resize", update);
      viewport.removeEventListener("scroll", update);
    };
  }, []);
  return bar;
}
