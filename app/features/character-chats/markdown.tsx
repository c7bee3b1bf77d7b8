import type { MarkedToken, Token } from "marked";
import { Fragment, memo, type ReactNode, useMemo } from "react";
import styles from "./markdown.module.css";
import { asMarked, readMarkdown } from "./read-markdown.ts";

/** A link leads to the web or a mailbox; any other address (`javascript:`, `data:`, a path of ours) is shown as text. */
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:)/i;
/** Deeper lists and quotes are shown as text: nobody writes them, and each level costs a stack frame. */
const DEPTH_MAX = 8;

/**
 * A message in basic Markdown. marked only cuts it into tokens; what stands on the page is made of React elements, so that raw
 * HTML is never more than its own text.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => readMarkdown(text), [text]);
  return (
    <div className={styles.markdown} dir="auto" data-start={0}>
      {draw(tokens, 0)}
    </div>
  );
});

function draw(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  return asMarked(tokens).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no ids, and a text only grows at its end
    <Fragment key={index}>{depth > DEPTH_MAX ? token.raw : drawToken(token, depth + 1)}</Fragment>
  ));
}

function drawToken(token: MarkedToken, depth: number): ReactNode {
  switch (token.type) {
    case "paragraph":
      return <p dir="auto">{draw(token.tokens, depth)}</p>;
    case "heading":
      // Not a heading element: the headings of a message are not part of the page's outline.
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
    // Loading a picture would tell another server who reads this. Tables and the rest are not basic Markdown.
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
