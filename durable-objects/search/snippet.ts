/** Of a snippet, in UTF-16 code units: about three lines of a phone. */
const SNIPPET_MAX = 220;
/** How far before the match its sentence may begin. */
const BEFORE_MAX = 90;

type Range = [from: number, to: number];

const SENTENCE_END = /[.!?…。！？\n]["”’»)\]」』]*\s*/g;
const SPACE = /\s/;

/**
 * The sentence with the first match, and what follows it as far as there is room. `ranges` are those of the snippet. Without a match,
 * such as one in the title alone, it is the beginning of the text.
 */
export function cutSnippet(text: string, places: readonly Range[]): { snippet: string; ranges: Range[] } {
  const first = places[0]?.[0] ?? 0;
  const start = findStart(text, first);
  const end = findEnd(text, start);
  const before = start > 0 ? "… " : "";
  const after = end < text.length ? "…" : "";
  const shift = before.length - start;
  const ranges = places
    .filter(([from, to]) => from >= start && to <= end)
    .map(([from, to]): Range => [from + shift, to + shift]);
  // A line break shows as a space of the same length, so that the ranges stay.
  const shown = text.slice(start, end).replace(/\s/g, " ");
  return { snippet: before + shown + after, ranges };
}

function findStart(text: string, first: number): number {
  const earliest = Math.max(0, first - BEFORE_MAX);
  let start = earliest === 0 ? 0 : nextWord(text, earliest, first);
  for (const end of text.slice(earliest, first).matchAll(SENTENCE_END)) {
    start = earliest + end.index + end[0].length;
  }
  return start;
}

/** After the next space, or where it was if there is none: such as in a script without spaces. */
function nextWord(text: string, from: number, before: number): number {
  for (let at = from; at < before; at += 1) if (SPACE.test(text.charAt(at))) return at + 1;
  return isHalf(text, from) ? from + 1 : from;
}

function findEnd(text: string, start: number): number {
  const most = start + SNIPPET_MAX;
  if (most >= text.length) return text.length;
  for (let at = most; at > start + SNIPPET_MAX / 2; at -= 1) if (SPACE.test(text.charAt(at))) return at;
  return isHalf(text, most) ? most - 1 : most;
}

/** Whether a text would be cut within a character of two units. */
function isHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
