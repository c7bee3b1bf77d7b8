/** The specification's hints, each shown over the button that it speaks of. */
export const HINTS = {
  suggest: "Get AI suggestion",
  write: "Write what happens next",
  continue: "Auto continue story",
} as const;
export type Hint = keyof typeof HINTS;

/** The specification's time of one hint. */
export const HINT_MS = 2_500;

const ORDER = ["suggest", "write", "continue"] as const satisfies readonly Hint[];

/**
 * Shows the hints in turn until the function that it gives back is called. `still`, for people who want no movement, shows
 * the first and leaves it at that.
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
