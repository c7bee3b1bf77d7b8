import * as v from "valibot";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Length in characters that a person sees: "👩‍🚀" is one. Lengths in the specification are counted so. */
export function countCharacters(text: string): number {
  // Pure ASCII without CRLF pairs has one character a unit; most input takes this way.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

/** The first `max` characters that a person sees, never half of one. */
export function truncateCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return text.slice(0, index);
    count += 1;
  }
  return text;
}

/** Cut to `max` characters at a word boundary, with an ellipsis; shorter text is left as it is. */
export function truncateAtWord(text: string, max: number): string {
  if (countCharacters(text) <= max) return text;
  // One more, so that a word that ends exactly at the limit is kept whole.
  const lastSpace = truncateCharacters(text, max + 1).lastIndexOf(" ");
  const cut = lastSpace > 0 ? text.slice(0, lastSpace) : truncateCharacters(text, max);
  return `${cut.replace(/[\s,;:.–—-]+$/u, "")}…`;
}

/**
 * Text as it is searched and sorted: without case, accents, kinds of quotation marks and runs of space. A database can't
 * do that beyond ASCII.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
}

type LengthRule = { max: number; tooLong: string; min?: number; tooShort?: string; required?: string };

/**
 * A text field as the specification counts it: trimmed, then measured in characters that a person sees.
 * The messages are the specification's sentences. An empty text fails `required` first.
 */
export function textField(rule: LengthRule) {
  const { required, min = 0, tooShort = "", max, tooLong } = rule;
  return v.pipe(
    v.string(required ?? "This field is needed."),
    v.trim(),
    v.check((text) => required === undefined || text.length > 0, required ?? ""),
    v.check((text) => text.length === 0 || countCharacters(text) >= min, tooShort),
    v.check((text) => countCharacters(text) <= max, tooLong),
  );
}
