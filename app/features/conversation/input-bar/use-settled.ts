import { useEffect, useState } from "react";

/**
 * Whether a value has not changed for some time. Where one button replaces another, a late click is still meant for the
 * first one.
 */
export function useSettled(value: boolean, ms: number): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled === value;
}
