export type Paragraph = { start: number; text: string };

/** Splits a text into paragraphs with their offsets: one for each line that is not empty. */
export function splitParagraphs(text: string): Paragraph[] {
  return Array.from(text.matchAll(/[^\n]+/g), (match) => ({
    start: match.index,
    text: match[0].trimEnd(),
  })).filter((paragraph) => paragraph.text !== "");
}
