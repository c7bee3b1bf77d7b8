import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { areHintsDismissed, countHints, dismissHints } from "./dismissed-hints.ts";
import { type Hint, rotateHints } from "./hint-rotation.ts";

type HintsInput = {
  /** The user whose hints these are; `null` shows none. */
  readerId: string | null;
  /** The first interaction with it stops the hints until the page is opened again. */
  bar: RefObject<HTMLElement | null>;
  /** Pauses the hints while the bar is in use. */
  resting: boolean;
};

type Hints = {
  /** The one that is shown now. */
  hint: Hint | null;
  /** Ends the hints for good. */
  dismiss: () => void;
};

/** Hints for somebody new. */
export function useHints({ readerId, bar, resting }: HintsInput): Hints {
  // Unknown until the browser's storage is read.
  const [wanted, setWanted] = useState(false);
  const [hint, setHint] = useState<Hint | null>(null);
  const last = useRef<Hint | null>(null);

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
    if (!wanted || resting || readerId === null) return;
    const show = (next: Hint | null) => {
      if (last.current === null) countHints(readerId);
      last.current = next;
      setHint(next);
      if (next === null) setWanted(false);
    };
    // A page behind the age gate is inert.
    const stopRotation = rotateHints(last.current, show, () => bar.current?.closest("[inert]") !== null);
    return () => {
      stopRotation();
      setHint(null);
    };
  }, [wanted, resting, readerId, bar]);

  const dismiss = useCallback(() => {
    setWanted(false);
    if (readerId !== null) dismissHints(readerId);
  }, [readerId]);
  return { hint, dismiss };
}
