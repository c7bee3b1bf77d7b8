import styles from "./hint-bubble.module.css";
import { HINTS, type Hint } from "./hint-rotation.ts";

/**
 * A hint over its button. Hidden from screen readers: the button has a name of its own, and a text that changes every few
 * seconds would interrupt them. Touching it touches the bar, which stops the hints.
 */
export function HintBubble({ of, shown }: { of: Hint; shown: Hint | null }) {
  if (shown !== of) return null;
  return (
    <span className={styles.hint} aria-hidden="true" data-hint="">
      {HINTS[of]}
    </span>
  );
}
