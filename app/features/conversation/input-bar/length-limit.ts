import { countCharacters, truncateCharacters } from "#domain/text.ts";

/** When a text has reached this share of its limit, a warning is shown beside the count. */
const NEAR_LIMIT = 0.9;
/** What is said of the length of a text. `cut`: a pasted one was shortened. */
export const LENGTH_WARNINGS = { near: "Almost at limit", cut: "The rest was cut" };

export function isNearLimit(length: number, max: number): boolean {
  return length > max * NEAR_LIMIT;
}

type Edit = { before: string; after: string; caret: number; max: number };
/** `lost`: the number of characters that were cut. */
type Fitted = { text: string; caret: number; lost: number };

/**
 * Applies an edit to a text with a limit: the inserted part (it ends at the caret) is cut to fit, the old text is kept. A
 * text that is already too long can only get shorter.
 */
export function fitEdit({ before, after, caret, max }: Edit): Fitted {
  if (countCharacters(after) <= max) return { text: after, caret, lost: 0 };
  const tail = after.slice(caret);
  const start = commonStart(before.slice(0, Math.max(0, before.length - tail.length)), after.slice(0, caret));
  const head = after.slice(0, start);
  const room = Math.max(0, max - countCharacters(head + tail));
  const kept = truncateCharacters(after.slice(start, caret), room);
  const end = start + kept.length;
  return { text: head + kept + tail, caret: end, lost: countCharacters(after.slice(end, caret)) };
}

/** The length of the common beginning of two texts in UTF-16 units, never half of a surrogate pair. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]$/.test(one.slice(0, length)) ? length - 1 : length;
}
