import { Lexer, type MarkedToken, type Token } from "marked";
import { Fragment, memo, type ReactNode, useMemo } from "react";
import styles from "./markdown.module.css";

/** A link leads to the web or a mailbox; any other address (`javascript:`, `data:`, a path of ours) is shown as text. */
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:)/i;
const LEXER_OPTIONS = { gfm: true, breaks: true } as const;
/** Deeper lists and quotes are shown as text: nobody writes them, and each level costs a stack frame. */
const DEPTH_MAX = 8;

/** Lines that begin with so many quotes or list marks: the lexer calls itself for each. */
const TOO_DEEP = /^(?:[ \t]{0,4}[>*+-]){20}/m;

function readMarkdown(text: string): MarkedToken[] {
  if (TOO_DEEP.test(text)) return [{ type: "text", raw: text, text, escaped: false }];
  return new Lexer(LEXER_OPTIONS).lex(text).filter(isKnown);
}

function isKnown(token: Token): token is MarkedToken {
  return token.type in KNOWN;
}

/** The tokens of marked without extensions; of a type that is none of these nothing is shown. */
const KNOWN: Record<MarkedToken["type"], true> = {
  blockquote: true,
  br: true,
  checkbox: true,
  code: true,
  codespan: true,
  def: true,
  del: true,
  em: true,
  escape: true,
  heading: true,
  hr: true,
  html: true,
  image: true,
  link: true,
  list: true,
  list_item: true,
  paragraph: true,
  space: true,
  strong: true,
  table: true,
  text: true,
};

/**
 * A message in basic Markdown. marked only cuts it into tokens; what stands on the page is made of React elements, so that raw
 * HTML is never more than its own text.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => readMarkdown(text), [text]);
  return (
    <div className={styles.markdown} dir="auto">
      {draw(tokens, 0)}
    </div>
  );
});

function draw(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  return tokens?.filter(isKnown).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no ids, and a text only grows at its end
    <Fragment key={index}>{depth > DEPTH_MAX ? token.raw : drawToken(token, depth + 1)}</Fragment>
  ));
}

function drawToken(token: MarkedToken, depth: number): ReactNode {
  switch (token.type) {
    case "paragraph":
      return <p dir="auto">{draw(token.tokens, depth)}</p>;
    case "heading":
      // A heading inside a message is none of the page's.
      return (
        <p dir="auto">
          <strong>{draw(token.tokens, depth)}</strong>
        </p>
      );
    case "strong":
      return <strong>{draw(token.tokens, depth)}</strong>;
    case "em":
      return <em>{draw(token.tokens, depth)}</em>;
    case "del":
      return <del>{draw(token.tokens, depth)}</del>;
    case "codespan":
      return <code>{token.text}</code>;
    case "code":
      return <pre>{token.text}</pre>;
    case "blockquote":
      return <blockquote>{draw(token.tokens, depth)}</blockquote>;
    case "list":
      return token.ordered ? (
        <ol start={token.start === "" ? undefined : token.start}>{draw(token.items, depth)}</ol>
      ) : (
        <ul>{draw(token.items, depth)}</ul>
      );
    case "list_item":
      return <li dir="auto">{draw(token.tokens, depth)}</li>;
    case "link":
      return drawLink(token.href, draw(token.tokens, depth), token.raw);
    case "text":
      return token.tokens === undefined ? token.text : draw(token.tokens, depth);
    case "escape":
      return token.text;
    case "br":
      return <br />;
    case "hr":
      return <hr />;
    case "space":
      return null;
    // An address of a picture would tell a stranger's server who reads this; tables and the rest are no basic Markdown.
    case "image":
    case "html":
    case "table":
    case "def":
    case "checkbox":
      return token.raw;
  }
}

function drawLink(address: string, children: ReactNode, raw: string): ReactNode {
  if (!SAFE_ADDRESS.test(address)) return raw;
  return (
    <a href={address} rel="noopener nofollow" target="_blank">
      {children}
    </a>
  );
}

/** The text of a message as it is spoken: without the signs of its markup. */
export function toSpokenText(text: string): string {
  return listTexts(readMarkdown(text))
    .join("")
    .replace(/\n{2,}/gu, "\n")
    .trim();
}

function listTexts(tokens: readonly Token[] | undefined): string[] {
  return (tokens ?? []).filter(isKnown).flatMap((token) => {
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
