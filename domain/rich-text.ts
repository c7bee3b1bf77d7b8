import type { MarkedToken, Token } from "marked";
import { asMarked, readMarkdown } from "./chat-markdown.ts";
import { cutAtEmphasis, isSceneBreak, splitParagraphs } from "./passage-markup.ts";

/** A text as it is set, on the page as in a book: words, and what stands around them, by the names of HTML. */
export type RichText = string | RichElement;
export type RichElement = {
  tag: "p" | "strong" | "em" | "del" | "code" | "pre" | "blockquote" | "ol" | "ul" | "li" | "a" | "br" | "hr";
  children: readonly RichText[];
  /** Of a link: to the web or a mailbox. */
  href?: string;
  /** Of an `ol`, where that is not 1. */
  start?: number;
};

/** A message of a story: a paragraph a line, emphasis, and breaks between scenes. */
export function readRichPassage(text: string): RichText[] {
  return splitParagraphs(text).map(({ text: paragraph }) => {
    if (isSceneBreak(paragraph)) return element("hr", []);
    const children = cutAtEmphasis(paragraph).flatMap(({ start, end, style }): RichText[] => {
      const words = paragraph.slice(start, end);
      if (style === "mark") return [];
      return [style === "plain" ? words : element(style, [words])];
    });
    return element("p", children);
  });
}

/** A message in basic Markdown. Raw HTML is never more than its own text. */
export function readRichMarkdown(text: string): RichText[] {
  return toRichText(readMarkdown(text), 0);
}

/** A link leads to the web or a mailbox; any other address (`javascript:`, `data:`, a path of ours) is shown as text. */
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:)/i;
/** Deeper lists and quotes are shown as text: nobody writes them, and each level costs a stack frame. */
const DEPTH_MAX = 8;

function toRichText(tokens: readonly Token[] | undefined, depth: number): RichText[] {
  return asMarked(tokens).flatMap((token) =>
    depth > DEPTH_MAX ? [token.raw] : toElements(token, depth + 1),
  );
}

function toElements(token: MarkedToken, depth: number): RichText[] {
  switch (token.type) {
    case "paragraph":
      return [element("p", toRichText(token.tokens, depth))];
    case "heading":
      // Not a heading: those of a message are not part of the outline of a page or a book.
      return [element("p", [element("strong", toRichText(token.tokens, depth))])];
    case "strong":
    case "em":
    case "del":
    case "blockquote":
      return [element(token.type, toRichText(token.tokens, depth))];
    case "codespan":
      return [element("code", [token.text])];
    case "code":
      return [element("pre", [token.text])];
    case "list": {
      const items = toRichText(token.items, depth);
      if (!token.ordered) return [element("ul", items)];
      const start = token.start === "" || token.start === 1 ? {} : { start: token.start };
      return [{ ...element("ol", items), ...start }];
    }
    case "list_item":
      return [element("li", toRichText(token.tokens, depth))];
    case "link":
      if (!SAFE_ADDRESS.test(token.href)) return [token.raw];
      return [{ ...element("a", toRichText(token.tokens, depth)), href: token.href }];
    case "text":
      return token.tokens === undefined ? [token.text] : toRichText(token.tokens, depth);
    case "escape":
      return [token.text];
    case "br":
    case "hr":
      return [element(token.type, [])];
    case "space":
      return [];
    // Loading a picture would tell another server who reads this. Tables and the rest are not basic Markdown.
    case "image":
    case "html":
    case "table":
    case "def":
    case "checkbox":
      return [token.raw];
  }
}

function element(tag: RichElement["tag"], children: readonly RichText[]): RichElement {
  return { tag, children };
}
