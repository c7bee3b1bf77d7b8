export type Paragraph = { start: number; text: string };

/** The paragraphs of a text and where each begins; a text has one a line, however many lines are left empty. */
export function splitParagraphs(text: string): Paragraph[] {
  return Array.from(text.matchAll(/[^\n]+/g), (match) => ({
    start: match.index,
    text: match[0].trimEnd(),
  })).filter((paragraph) => paragraph.text !== "");
}
