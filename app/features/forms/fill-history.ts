/** The values of a form before Booky wrote into it, and after. */
export type BookyFill<Values> = { before: Values; after: Values };

/** What is said after an undo that left something as it was. */
export const KEPT_CHANGES = "Taken back. What you changed since then is still here.";

type FieldValue = string | boolean | readonly string[];
/** The values of a form by the names of its fields. */
export type Fields<Values> = Record<keyof Values, FieldValue>;

/** A form after an undo or a redo, and the fill for the opposite step. */
type Moved<Values> = { values: Values; fill: BookyFill<Values> };

/**
 * Undoes a fill, field by field. A field that the fill did not write stays as it is. A field that was empty before the fill (as in
 * `empty`) stays if the person has changed it since; `hasKept` says that there is one. Every other field gets the text from before the
 * fill, and what the person has typed since is kept in the fill, for a redo.
 */
export function undoFill<Values extends Fields<Values>>(
  now: Values,
  fill: BookyFill<Values>,
  empty: Values,
): Moved<Values> & { hasKept: boolean } {
  const { before, after } = fill;
  const values = { ...now };
  const left = { before: { ...before }, after: { ...after } };
  let hasKept = false;
  for (const field in now) {
    if (isSameValue(before[field], after[field]) || isSameValue(now[field], before[field])) continue;
    if (!isSameValue(now[field], after[field]) && isSameValue(before[field], empty[field])) {
      hasKept = true;
      left.before[field] = now[field]; // no part of the fill any longer
      left.after[field] = now[field];
    } else {
      values[field] = before[field];
      left.after[field] = now[field];
    }
  }
  return { values, fill: left, hasKept };
}

/** Writes a fill again that was taken back. What it replaces is stored in the fill, for another undo. */
export function redoFill<Values extends Fields<Values>>(
  now: Values,
  { before, after }: BookyFill<Values>,
): Moved<Values> {
  const values = { ...now };
  const replaced = { ...before };
  for (const field in now) {
    if (isSameValue(before[field], after[field]) || isSameValue(now[field], after[field])) continue;
    values[field] = after[field];
    replaced[field] = now[field];
  }
  return { values, fill: { before: replaced, after } };
}

/** The form without a fill: a field that the person has changed since then keeps what they typed. */
export function takeBackFill<Values extends Fields<Values>>(
  now: Values,
  { before, after }: BookyFill<Values>,
): Values {
  const restored = { ...now };
  for (const field in now) {
    if (isSameValue(now[field], after[field])) restored[field] = before[field];
  }
  return restored;
}

/** Whether the person has changed something in the fields that a fill wrote. */
export function hasChangesWithin<Values extends Fields<Values>>(
  now: Values,
  { before, after }: BookyFill<Values>,
): boolean {
  for (const field in now) {
    const wasWritten = !isSameValue(before[field], after[field]);
    const isAsAtAnyTime = [before, after].some((values) => isSameValue(now[field], values[field]));
    if (wasWritten && !isAsAtAnyTime) return true;
  }
  return false;
}

/** Whether two values of a field are the same. Empty entries of a list are ignored. */
export function isSameValue(a: FieldValue, b: FieldValue): boolean {
  if (typeof a === "object" && typeof b === "object") return joinTags(a) === joinTags(b);
  return a === b;
}

function joinTags(tags: readonly string[]): string {
  return tags.filter((tag) => tag.trim() !== "").join("\n");
}

/** What code did to a form in one step. `deed` tells what it was. */
export type FillStep<Values, Deed> = BookyFill<Values> & { deed: Deed };

/** What code has done to a form, and what was taken back of it; in both the latest is the last. */
export type FillHistory<Values, Deed> = {
  done: readonly FillStep<Values, Deed>[];
  undone: readonly FillStep<Values, Deed>[];
};

export const NO_HISTORY = { done: [], undone: [] } as const;

/** What was taken back stays there for a redo: the person may have changed it before. */
export function addStep<Values, Deed>(
  { done, undone }: FillHistory<Values, Deed>,
  step: FillStep<Values, Deed>,
): FillHistory<Values, Deed> {
  return { done: [...done, step], undone };
}

/** As `undoFill`, for the last step. `null`: there is nothing to take back. */
export function undoStep<Values extends Fields<Values>, Deed>(
  now: Values,
  { done, undone }: FillHistory<Values, Deed>,
  empty: Values,
): { values: Values; history: FillHistory<Values, Deed>; hasKept: boolean } | null {
  const step = done.at(-1);
  if (step === undefined) return null;
  const { values, fill, hasKept } = undoFill(now, step, empty);
  return {
    values,
    history: { done: done.slice(0, -1), undone: [...undone, { ...step, ...fill }] },
    hasKept,
  };
}

/** As `redoFill`, for the step that was taken back last. `null`: nothing was. */
export function redoStep<Values extends Fields<Values>, Deed>(
  now: Values,
  { done, undone }: FillHistory<Values, Deed>,
): { values: Values; history: FillHistory<Values, Deed>; deed: Deed } | null {
  const step = undone.at(-1);
  if (step === undefined) return null;
  const { values, fill } = redoFill(now, step);
  return {
    values,
    history: { done: [...done, { ...step, ...fill }], undone: undone.slice(0, -1) },
    deed: step.deed,
  };
}
