/**
 * The versions that lie before and after what is in a form or a box now. Undo leads back through the earlier ones, redo
 * forward through the later ones. Typing changes only the version that is there now, so none is ever lost.
 */
export type UndoHistory<T> = {
  /** Oldest first. */
  earlier: readonly T[];
  /** The next one first. */
  later: readonly T[];
};

export const NO_HISTORY = { earlier: [], later: [] } as const;

export type Moved<T> = { now: T; history: UndoHistory<T> };
type IsBlank<T> = (value: T) => boolean;

/** The versions after `now` was replaced by a newer one. A blank one is not worth an undo. */
export function addToHistory<T>(
  now: T,
  { earlier, later }: UndoHistory<T>,
  isBlank: IsBlank<T>,
): UndoHistory<T> {
  return { earlier: isBlank(now) ? earlier : [...earlier, now], later };
}

/** `null`: there is no earlier version. */
export function undoChange<T>(
  now: T,
  { earlier, later }: UndoHistory<T>,
  isBlank: IsBlank<T>,
): Moved<T> | null {
  const before = earlier.at(-1);
  if (before === undefined) return null;
  return {
    now: before,
    history: { earlier: earlier.slice(0, -1), later: isBlank(now) ? later : [now, ...later] },
  };
}

/** `null`: there is no later version. */
export function redoChange<T>(
  now: T,
  { earlier, later }: UndoHistory<T>,
  isBlank: IsBlank<T>,
): Moved<T> | null {
  const [next, ...rest] = later;
  if (next === undefined) return null;
  return { now: next, history: addToHistory(now, { earlier, later: rest }, isBlank) };
}
