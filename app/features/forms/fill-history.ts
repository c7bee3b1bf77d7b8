import { type BookyFill, type Fields, redoFill, undoFill } from "./booky-fill.ts";

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

/** The history without its last step, which another one replaces. */
export function dropStep<Values, Deed>({
  done,
  undone,
}: FillHistory<Values, Deed>): FillHistory<Values, Deed> {
  return { done: done.slice(0, -1), undone };
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
