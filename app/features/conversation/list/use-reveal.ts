import { useEffect, useRef, useState } from "react";
import { useReducedMotion } from "#app/ui/use-reduced-motion.ts";
import { advance, type Reveal, receive, revealAll, startReveal } from "./reveal.ts";

/** Reveals a growing text frame by frame; the first `joinedLength` code units are shown at once. */
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
