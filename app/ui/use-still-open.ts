import { useEffect, useRef } from "react";

/** Tells, after something that took a while, whether what asked for it is still open: not closed meanwhile, and its page not left. */
export function useStillOpen(open = true): () => boolean {
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
    return () => {
      isOpen.current = false;
    };
  }, [open]);
  return () => isOpen.current;
}
