/** The specification's hints, each shown over its button. */
export const HINTS = {
  suggest: "Get AI suggestion",
  write: "Write what happens next",
  continue: "Auto continue story",
} as const;
export type Hint = keyof typeof HINTS;

/** How long one hint is shown (specification). */
export const HINT_MS = 2_500;

const ORDER = ["suggest", "write", "continue"] as const satisfies readonly Hint[];

/**
 * Shows each hint once, those after `last`, until the returned function is called. `show` gets `null` when all were shown. While
 * something covers the bar, the next one waits.
 */
export function rotateHints(
  last: Hint | null,
  show: (hint: Hint | null) => void,
  isCovered: () => boolean,
): () => void {
  let next = last === null ? 0 : ORDER.indexOf(last) + 1;
  const step = () => {
    if (isCovered()) return;
    show(ORDER[next] ?? null);
    if (next === ORDER.length) clearInterval(timer);
    next += 1;
  };
  const timer = setInterval(step, HINT_MS);
  step();
  return () => clearInterval(timer);
}
