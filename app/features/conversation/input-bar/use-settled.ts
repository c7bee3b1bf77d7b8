import { useEffect, useState } from "react";

/**
 * Whether a value has been the same for so long. Where one button takes another's place, a click that was meant for the
 * first one still lands.
 */
export function useSettled(value: boolean, ms: number): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled === value;
}
