import { useEffect, useState } from "react";
import { useReducedMotion } from "#app/ui/use-reduced-motion.ts";

/** The specification's time for each label. */
const LABEL_MS = 5_000;

/** One label after the other, in turn. It does not change while `paused` or with reduced motion. */
export function useRotatingLabel(labels: readonly [string, ...string[]], paused: boolean): string {
  const [shown, setShown] = useState(0);
  const still = useReducedMotion() || paused;
  const { length } = labels;

  useEffect(() => {
    if (still) return;
    const timer = setInterval(() => setShown((index) => (index + 1) % length), LABEL_MS);
    return () => clearInterval(timer);
  }, [still, length]);

  return labels[shown] ?? labels[0];
}
