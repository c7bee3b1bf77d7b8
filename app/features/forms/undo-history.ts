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

type Moved<T> = { now: T; history: UndoHistory<T> };
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

/** Of a form: each version has the fields that code has written at once, and no others. */
export type FormHistory<Values> = UndoHistory<Partial<Values>>;

export const NO_HISTORY = { earlier: [], later: [] } as const;

const isNeverBlank = () => false;

/** The history of a form after code has made `now` into `next`. */
export function addFieldsToHistory<Values extends object>(
  now: Values,
  next: Values,
  history: FormHistory<Values>,
): FormHistory<Values> {
  const changed = listChanges(now, next);
  return changed.length === 0 ? history : addToHistory(pickFields(now, changed), history, isNeverBlank);
}

/** Puts back what the fields had before code has written them; all others stay. `null`: there is no earlier version. */
export function undoFields<Values extends object>(now: Values, history: FormHistory<Values>) {
  const before = pickFields(now, Object.keys(history.earlier.at(-1) ?? {}));
  return writeFields(now, undoChange(before, history, isNeverBlank));
}

/** `null`: there is no later version. */
export function redoFields<Values extends object>(now: Values, history: FormHistory<Values>) {
  const before = pickFields(now, Object.keys(history.later[0] ?? {}));
  return writeFields(now, redoChange(before, history, isNeverBlank));
}

function writeFields<Values extends object>(now: Values, moved: Moved<Partial<Values>> | null) {
  return moved && { values: { ...now, ...moved.now }, history: moved.history };
}

function pickFields<Values extends object>(values: Values, names: readonly string[]): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => names.includes(name)),
  ) as Partial<Values>;
}

function listChanges<Values extends object>(now: Values, next: Values): string[] {
  const before = new Map<string, unknown>(Object.entries(now));
  return Object.entries(next).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(before.get(name)) ? [] : [name],
  );
}
