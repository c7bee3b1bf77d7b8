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
/** More than the longest reply, in UTF-16 code units. A card's greeting and a message may have more. */
const MARKUP_MAX = 6_000;
/** Addresses and e-mails are looked for from each letter on to the end of its run. Languages without spaces have none of these signs. */
const TOO_LONG_A_RUN = /[!-~]{200}/;

/** The tokens of a message in basic Markdown. A text that would take the lexer too long becomes plain lines. */
export function readMarkdown(text: string): readonly MarkedToken[] {
  if (isTooMuch(text)) return toLines(text);
  return asMarked(new Lexer(LEXER_OPTIONS).lex(text)).map((token) =>
    token.type === "paragraph" ? { ...token, tokens: partActions(asMarked(token.tokens)) } : token,
  );
}

function isTooMuch(text: string): boolean {
  if (text.length > MARKUP_MAX || hasManySigns(text)) return true;
  return [TOO_DEEP, TOO_MANY_SPACES, TOO_LONG_A_RUN].some((sign) => sign.test(text));
}

/** Where an action may begin: nothing, or the end of a sentence. */
const BEFORE_ACTION = /(?:^|[.!?…]["”’)]*)\s*$/u;
/** What an action may end with. */
const STOPS = ".!?…,;:—–-";
const LINE_END = { type: "br", raw: "\n" } as const;
/** A sentence, after a space. */
const SPEECH = /^[^\S\n]+(?=["“'‘«¿¡(]*[\p{Lu}\p{Lo}])/u;

/** Models let an action and speech run together: "*Draws a slow breath* Because …". Such an action gets a line of its own. */
function partActions(tokens: readonly MarkedToken[]): MarkedToken[] {
  const isAction = (index: number) => {
    const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
    return (
      token?.type === "em" &&
      token.text.includes(" ") &&
      !STOPS.includes(token.text.at(-1) ?? "") &&
      (before === undefined || before.type === "br" || BEFORE_ACTION.test(before.raw.slice(-5))) &&
      after?.type === "text" &&
      SPEECH.test(after.raw)
    );
  };
  return tokens.flatMap((token, index): MarkedToken[] => {
    if (isAction(index - 1) && token.type === "text") {
      return [LINE_END, { ...token, raw: token.raw.trimStart(), text: token.text.trimStart() }];
    }
    return isAction(index) && index > 0 && tokens[index - 1]?.type !== "br" ? [LINE_END, token] : [token];
  });
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
