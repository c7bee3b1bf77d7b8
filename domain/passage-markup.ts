import { truncateAtWord } from "./text.ts";

/* How the text of a passage is set, on the page as in a book. */

export type Paragraph = { start: number; text: string };

/** Splits a text into paragraphs with their offsets: one for each line that is not empty. */
export function splitParagraphs(text: string): Paragraph[] {
  return Array.from(text.matchAll(/[^\n]+/g), (match) => ({
    start: match.index,
    text: match[0].trimEnd(),
  })).filter((paragraph) => paragraph.text !== "");
}

/** How a stretch is set: `mark` is the sign around an emphasis, which is not shown. */
export type EmphasisStyle = "plain" | "em" | "strong" | "mark";
/** [start, end) in UTF-16 code units of the paragraph. */
export type EmphasisStretch = { start: number; end: number; style: EmphasisStyle };

/** A run of one, two or three asterisks or underscores. */
const RUN = /\*{1,3}|_{1,3}/g;
const SCENE_BREAK = /^(?:(?:\*\s?){3,}|(?:-\s?){3,}|(?:_\s?){3,}|⁂|(?:~\s?){3,}|#)$/u;
/** The marks of a heading, before its words. */
const HEADING = /^#{1,6} +(?=\S)/;
const WORD = /[\p{L}\p{N}]/u;

/** Whether a paragraph is only the sign between two scenes. */
export function isSceneBreak(text: string): boolean {
  return text.length <= 24 && SCENE_BREAK.test(text);
}

export function isHeading(text: string): boolean {
  return HEADING.test(text);
}

/**
 * Cuts a paragraph at a model's `*emphasis*`, `**strong**` and `***both***` (shown as strong). A `# heading` is strong as a whole. Put
 * together, the stretches are the paragraph. A sign without its counterpart is text, as is one inside a word (`snake_case`) or beside a
 * space (`2 * 3`).
 * `growing`: the paragraph goes on, so what is open at its end is emphasised up to there. Takes time that grows with the text.
 */
export function cutAtEmphasis(text: string, growing = false): EmphasisStretch[] {
  const stretches: EmphasisStretch[] = [];
  const add = (start: number, end: number, style: EmphasisStyle) => {
    if (end > start) stretches.push({ start, end, style });
  };
  const marks = HEADING.exec(text)?.[0].length;
  if (marks !== undefined) {
    add(0, marks, "mark");
    add(marks, text.length, "strong");
    return stretches;
  }
  let done = 0;
  let open: { start: number; sign: string } | null = null;
  for (const match of text.matchAll(RUN)) {
    const [sign] = match;
    const start = match.index;
    if (open === null) {
      if (opens(text, start, sign)) open = { start, sign };
    } else if (sign === open.sign && closes(text, start, sign)) {
      add(done, open.start, "plain");
      add(open.start, open.start + sign.length, "mark");
      add(open.start + sign.length, start, sign.length === 1 ? "em" : "strong");
      add(start, start + sign.length, "mark");
      done = start + sign.length;
      open = null;
    } else if (sign === open.sign && opens(text, start, sign)) {
      open = { start, sign };
    }
  }
  if (growing && open !== null) {
    const { start, sign } = open;
    add(done, start, "plain");
    add(start, start + sign.length, "mark");
    add(start + sign.length, text.length, sign.length === 1 ? "em" : "strong");
    return stretches;
  }
  add(done, text.length, "plain");
  return stretches;
}

function opens(text: string, start: number, sign: string): boolean {
  const after = text[start + sign.length];
  return after !== undefined && /\S/.test(after) && !WORD.test(text[start - 1] ?? "");
}

function closes(text: string, start: number, sign: string): boolean {
  return /\S/.test(text[start - 1] ?? "") && !WORD.test(text[start + sign.length] ?? "");
}

/** A text as it is spoken: without the signs of an emphasis. */
export function withoutSigns(text: string): string {
  return cutAtEmphasis(text, true)
    .filter(({ style }) => style !== "mark")
    .map(({ start, end }) => text.slice(start, end))
    .join("");
}

/** In characters. */
const FIRST_WORDS_MAX = 120;

/** The beginning of a message, on one line: without the signs of an emphasis, and those between scenes. */
export function toFirstWords(content: string, max = FIRST_WORDS_MAX): string {
  const paragraphs = splitParagraphs(content.slice(0, 4 * max));
  const words = paragraphs.filter(({ text }) => !isSceneBreak(text)).map(({ text }) => withoutSigns(text));
  return truncateAtWord(words.join(" ").replace(/\s+/gu, " ").trim(), max);
}

/** A text that is being written, with the emphasis that is open at its end closed: it is set as such from its first letter on. */
export function closeEmphasis(text: string): string {
  const paragraph = text.slice(text.lastIndexOf("\n") + 1);
  if (isHeading(paragraph)) return text;
  const open = cutAtEmphasis(paragraph, true).slice(-2);
  const [sign, stretch] = open;
  if (
    sign?.style !== "mark" ||
    stretch === undefined ||
    stretch.style === "plain" ||
    stretch.style === "mark"
  )
    return text;
  const solid = text.trimEnd();
  return solid + paragraph.slice(sign.start, sign.end) + text.slice(solid.length);
}

/**
 * A sentence ends at its mark, with what closes a quotation or a bracket, before white space; a paragraph ends one too. Scripts without
 * spaces have none after the mark.
 */
const SENTENCE_END = /[。！？](?=[^"'”’»」』)\]。！？])|[.!?…。！？]["'”’»)\]]*(?=\s)|\n+/gu;

/** The sentences of a growing text that are finished from `from` on, as they are spoken, and where the next one begins. */
export function findFinishedSentences(text: string, from: number): { spoken: string[]; next: number } {
  const spoken: string[] = [];
  let next = from;
  for (const match of text.slice(from).matchAll(SENTENCE_END)) {
    const end = from + match.index + match[0].length;
    const sentence = withoutSigns(text.slice(next, end)).trim();
    if (sentence !== "") spoken.push(sentence);
    next = end;
  }
  return { spoken, next };
}
