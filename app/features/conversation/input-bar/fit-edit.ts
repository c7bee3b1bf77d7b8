import { countCharacters, truncateCharacters } from "#domain/text.ts";

type Edit = { before: string; after: string; caret: number; max: number };
/** `lost`: characters that had no room. */
type Fitted = { text: string; caret: number; lost: number };

/**
 * An edit of a text that has a limit: of what was put in (it ends at the caret) as much stays as there is room for, and
 * what stood there before is left alone. A text that is too long already can only shrink.
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

/** How many UTF-16 units two texts begin with alike, never half of a pair. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]$/.test(one.slice(0, length)) ? length - 1 : length;
}
