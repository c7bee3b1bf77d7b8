import { useEffect, useEffectEvent } from "react";

/**
 * Looks once for what a closed tab has left, and gives it to `onFound`, unless the component is gone by then. `reclaim`: looked for
 * again when this function changes.
 */
export function useReclaimed<T>(reclaim: () => Promise<T | null>, onFound: (found: T) => void): void {
  const take = useEffectEvent(onFound);
  useEffect(() => {
    let left = false;
    void reclaim().then((found) => {
      if (found !== null && !left) take(found);
    });
    return () => {
      left = true;
    };
  }, [reclaim]);
}
