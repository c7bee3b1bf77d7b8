import { useEffect, useState } from "react";

/** Longer than the time between the two clicks of a double click. */
const SETTLED_AFTER_MS = 400;

/**
 * Whether a value has not changed for some time. Where Stop replaces Send or Continue, a late click or the second one of a
 * double click is still meant for the first button.
 */
export function useSettled(value: boolean): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value;
}
