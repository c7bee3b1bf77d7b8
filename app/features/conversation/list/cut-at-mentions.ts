import type { Analysis } from "#domain/message.ts";
import type { Paragraph } from "#domain/passage-markup.ts";
import { findCharacterEnd } from "./reveal.ts";

/** A name in a text: [start, end) in UTF-16 code units of the whole message. */
export type MentionSpan = { name: string; start: number; end: number };

/** A stretch of a paragraph: plain text, or somebody's name. `start` is its place in the whole message. */
type Stretch = { start: number; text: string; name: string | null };

/** Where an analysis finds names, in reading order; of two that begin at one place the longer comes first. */
export function listMentionSpans(analysis: Analysis | null): readonly MentionSpan[] {
  if (analysis === null) return NOBODY;
  return analysis.mentionedCharacters
    .flatMap(({ name, positions }) => positions.map(([start, end]) => ({ name, start, end })))
    .sort((one, other) => one.start - other.start || other.end - one.end);
}

const NOBODY: readonly MentionSpan[] = [];

/**
 * Cuts a paragraph at the names in it; the parts joined are the paragraph's text. The positions may belong to an older,
 * shorter text: those that leave the paragraph, overlap an earlier one, split a character or hold only space are ignored.
 */
export function cutAtMentions(paragraph: Paragraph, mentions: readonly MentionSpan[]): Stretch[] {
  const { start, text } = paragraph;
  const stretches: Stretch[] = [];
  let done = 0;
  const add = (to: number, name: string | null) => {
    if (to > done) stretches.push({ start: start + done, text: text.slice(done, to), name });
    done = to;
  };
  for (const mention of mentions) {
    const from = mention.start - start;
    const to = mention.end - start;
    if (from < done || !holdsName(text, from, to)) continue;
    add(from, null);
    add(to, mention.name);
  }
  add(text.length, null);
  return stretches;
}

function holdsName(text: string, from: number, to: number): boolean {
  return (
    Number.isInteger(from) &&
    Number.isInteger(to) &&
    from < to &&
    to <= text.length &&
    findCharacterEnd(text, from) === from &&
    findCharacterEnd(text, to) === to &&
    text.slice(from, to).trim() !== ""
  );
}
