import styles from "./hint-bubble.module.css";
import { HINTS, type Hint } from "./hint-rotation.ts";

/**
 * A hint over the button that it speaks of. For the eye alone: the button beneath has a name of its own, and a text that
 * changes every few seconds would talk over everything else. Touching it is touching the bar, which stops the hints.
 */
export function HintBubble({ of, shown }: { of: Hint; shown: Hint | null }) {
  if (shown !== of) return null;
  return (
    <span className={styles.hint} aria-hidden="true" data-hint="">
      {HINTS[of]}
    </span>
  );
}
