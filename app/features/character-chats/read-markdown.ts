import { Lexer, type MarkedToken, type Token } from "marked";

const LEXER_OPTIONS = { gfm: true, breaks: true } as const;

/** Lines that begin with 20 or more quote or list marks. The lexer calls itself for each mark. */
const TOO_DEEP = /^(?:[ \t]{0,4}(?:[>*+-]|\d{1,9}[.)])){20}/m;
/** What may be markup, and the end of each line. Quotes, and the signs that end a sentence or part one, are none. */
const SIGN = /[^\p{L}\p{N}\s.,;?'"’“”…—-]|\n|\d[.)]|[-–]{2}/gu;
/**
 * With more signs, or more spaces in a row, a text is no basic Markdown. The lexer goes through the rest of a text for many of
 * them, so it takes time that grows with both; a reply of 1,200 tokens that is one long list has about 350.
 */
const SIGNS_MAX = 600;
const TOO_MANY_SPACES = /[^\S\n]{200}/u;

/** The tokens of a message in basic Markdown. A text that would take the lexer too long becomes plain lines. */
export function readMarkdown(text: string): readonly MarkedToken[] {
  if (TOO_DEEP.test(text) || TOO_MANY_SPACES.test(text) || hasManySigns(text)) return toLines(text);
  return asMarked(new Lexer(LEXER_OPTIONS).lex(text));
}

function hasManySigns(text: string): boolean {
  let signs = 0;
  for (const _ of text.matchAll(SIGN)) {
    signs += 1;
    if (signs > SIGNS_MAX) return true;
  }
  return false;
}

function toLines(text: string): MarkedToken[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const words = { type: "text", raw: line, text: line, escaped: false } as const;
      return { type: "paragraph", raw: line, text: line, tokens: [words] };
    });
}

/** The types of `marked` also allow tokens of extensions. This lexer has no extensions, so such tokens never come. */
export function asMarked(tokens: readonly Token[] = []): readonly MarkedToken[] {
  return tokens as readonly MarkedToken[];
}

/** The text of a message as it is spoken: without the signs of its markup. */
export function toSpokenText(text: string): string {
  return listTexts(readMarkdown(text))
    .join("")
    .replace(/\n{2,}/gu, "\n")
    .trim();
}

function listTexts(tokens: readonly Token[] | undefined): string[] {
  return asMarked(tokens).flatMap((token) => {
    switch (token.type) {
      case "text":
      case "escape":
      case "codespan":
        return "tokens" in token && token.tokens ? listTexts(token.tokens) : [token.text];
      case "list":
        return listTexts(token.items);
      case "paragraph":
      case "heading":
      case "list_item":
      case "blockquote":
        return [...listTexts(token.tokens), "\n"];
      case "br":
      case "space":
        return ["\n"];
      case "strong":
      case "em":
      case "del":
      case "link":
        return listTexts(token.tokens);
      default:
        return [];
    }
  });
}
