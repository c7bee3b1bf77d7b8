/** The values of a form before Booky wrote into it, and after. */
export type BookyFill<Values> = { before: Values; after: Values };

/** What is said after an undo that left something as it was. */
export const KEPT_CHANGES = "Taken back. What you changed since then is still here.";

type FieldValue = string | boolean | readonly string[];

/** The form without a fill: a field that the person has changed since then keeps what they typed. */
export function takeBackFill<Values extends Record<keyof Values, FieldValue>>(
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
export function hasChangesWithin<Values extends Record<keyof Values, FieldValue>>(
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
