import { type RefObject, useCallback, useEffect, useState } from "react";
import { prefersReducedMotion } from "#app/ui/use-reduced-motion.ts";
import { areHintsDismissed, dismissHints } from "./dismissed-hints.ts";
import { type Hint, rotateHints } from "./hint-rotation.ts";

type HintsInput = {
  /** Whose hints they are; nobody has none. */
  readerId: string | null;
  /** The first thing that is done in it stops the hints until the page is opened again. */
  bar: RefObject<HTMLElement | null>;
  /** Not now: something else is going on at the bar. */
  resting: boolean;
};

type Hints = {
  /** The one that is shown now. */
  hint: Hint | null;
  /** No more of them, ever: the person knows now. */
  dismiss: () => void;
};

/** Hints for somebody new. */
export function useHints({ readerId, bar, resting }: HintsInput): Hints {
  // Nobody knows before the browser's storage is read.
  const [wanted, setWanted] = useState(false);
  const [hint, setHint] = useState<Hint | null>(null);

  useEffect(() => setWanted(readerId !== null && !areHintsDismissed(readerId)), [readerId]);

  useEffect(() => {
    const element = bar.current;
    if (!wanted || element === null) return;
    const stop = () => setWanted(false);
    element.addEventListener("pointerdown", stop);
    element.addEventListener("keydown", stop);
    return () => {
      element.removeEventListener("pointerdown", stop);
      element.removeEventListener("keydown", stop);
    };
  }, [wanted, bar]);

  useEffect(() => {
    if (!wanted || resting) return;
    const stopRotation = rotateHints(setHint, { still: prefersReducedMotion() });
    return () => {
      stopRotation();
      setHint(null);
    };
  }, [wanted, resting]);

  const dismiss = useCallback(() => {
    setWanted(false);
    if (readerId !== null) dismissHints(readerId);
  }, [readerId]);
  return { hint, dismiss };
}
