import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { advance, type Reveal, receive, revealAll, startReveal } from "./reveal.ts";

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

function subscribeToMotion(changed: () => void): () => void {
  const query = window.matchMedia(REDUCED_MOTION);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribeToMotion,
    () => window.matchMedia(REDUCED_MOTION).matches,
    () => false,
  );
}

/** Reveals a growing text frame by frame; the first `joinedLength` code units stand there from the beginning. */
export function useReveal(text: string, joinedLength: number): Reveal {
  const [reveal, setReveal] = useState(() => startReveal(text, joinedLength, 0));
  const current = useRef(reveal);
  const instant = useReducedMotion();

  useEffect(() => {
    current.current = receive(current.current, text, performance.now());
    let frame = 0;
    const tick = (now: number) => {
      const next = instant ? revealAll(current.current) : advance(current.current, now);
      if (next === current.current) return;
      current.current = next;
      setReveal(next);
      if (!instant) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [text, instant]);

  return reveal;
}
