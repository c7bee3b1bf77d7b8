const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** A number at the beginning of a sentence: a word up to ten. */
function toWord(count: number): string {
  return NUMBERS[count] ?? String(count);
}

/** "One passage", "4 passages". */
export function countPassages(count: number): string {
  return count === 1 ? "One passage" : `${count} passages`;
}

/** What becomes of the versions of a message when another text is saved. `null`: it is not known how many there are. */
export function describeVersions(count: number | null): string {
  if (count === null) return "Becomes a new version. Those before it stay.";
  const before =
    count === 1 ? "The one before it stays." : `The ${toWord(count).toLowerCase()} before it stay.`;
  return `Becomes version ${count + 1}. ${before}`;
}

/** What becomes of what follows; `null`: nothing follows. */
export function describeFollowing(count: number): string | null {
  if (count === 0) return null;
  if (count === 1) {
    return "One passage follows. A new version leaves it as it is. Going on from here opens a path of its own and keeps it on this one.";
  }
  return `${toWord(count)} passages follow. A new version leaves them as they are. Going on from here opens a path of its own and keeps them on this one.`;
}

/**
 * The text of a passage as it is edited: where each line is a paragraph, the blank lines between them are left out, so that the lines stand
 * where they are read.
 */
export function toEditable(content: string): string {
  return content.replace(/\n[^\S\n]*(?=\n)/g, "");
}

/** The edited text with blank lines between its paragraphs, if it had them before. */
export function fromEditable(text: string, before: string): string {
  return toEditable(before) === before ? text : toEditable(text).replaceAll("\n", "\n\n");
}
