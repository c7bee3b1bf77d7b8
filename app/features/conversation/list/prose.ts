export type Paragraph = { start: number; text: string };

/** Splits a text into paragraphs with their offsets: one for each line that is not empty. */
export function splitParagraphs(text: string): Paragraph[] {
  return Array.from(text.matchAll(/[^\n]+/g), (match) => ({
    start: match.index,
    text: match[0].trimEnd(),
  })).filter((paragraph) => paragraph.text !== "");
}

/** A sentence ends at its mark, with what closes a quotation or a bracket, before white space; a paragraph ends one too. */
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*(?=\s)|\n+/gu;

/** The sentences of a growing text that are finished from `from` on, as one piece, and where the next one begins. */
export function findFinishedSentences(text: string, from: number): { spoken: string; next: number } {
  let next = from;
  for (const match of text.slice(from).matchAll(SENTENCE_END)) next = from + match.index + match[0].length;
  return { spoken: text.slice(from, next).trim(), next };
}
