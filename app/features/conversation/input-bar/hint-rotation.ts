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
 * Shows the hints in turn until the returned function is called. `still` (reduced motion) shows only the first.
 */
export function rotateHints(show: (hint: Hint) => void, options: { still: boolean }): () => void {
  show(ORDER[0]);
  if (options.still) return () => undefined;
  let shown = 0;
  const timer = setInterval(() => {
    shown = (shown + 1) % ORDER.length;
    show(ORDER[shown] ?? ORDER[0]);
  }, HINT_MS);
  return () => clearInterval(timer);
}
