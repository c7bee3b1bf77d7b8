import * as v from "valibot";
import { addToHistory, type Moved, redoChange, type UndoHistory, undoChange } from "./undo-history.ts";

/*
 * What the forms of a new story and of a character share: the errors and the history of their fields, and the id of the request that sends
 * them.
 */

/** The first error of each field, in the words of the API. */
export function findFieldErrors<Values extends object>(
  schema: v.GenericSchema,
  values: Values,
): Partial<Record<keyof Values, string>> {
  const errors: Partial<Record<keyof Values, string>> = {};
  for (const { path, message } of v.safeParse(schema, values).issues ?? []) {
    const field = path?.[0]?.key as keyof Values;
    if (Object.hasOwn(values, field)) errors[field] ??= message;
  }
  return errors;
}

/** The versions of a form. Each has only the fields that code has written in one step. */
export type FormHistory<Values> = UndoHistory<Partial<Values>>;

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

/** What is to be made, with the request that asks for it. */
export type Attempt<Input> = Input & { requestId: string };

/** Keeps the request id while the input is unchanged: sent again after a lost answer, it creates nothing twice. */
export function toAttempt<Input extends object>(input: Input, last: Attempt<Input> | null): Attempt<Input> {
  const again = last && { ...input, requestId: last.requestId };
  return again !== null && JSON.stringify(again) === JSON.stringify(last)
    ? again
    : { ...input, requestId: crypto.randomUUID() };
}
