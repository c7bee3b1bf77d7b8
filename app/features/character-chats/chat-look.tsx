import { CircleStop, RefreshCw, Volume2 } from "lucide-react";
import type { MarkedToken, Token } from "marked";
import { Fragment, memo, type ReactNode, useContext, useMemo } from "react";
import { AwaitedReply } from "#app/features/conversation/list/awaited-reply.tsx";
import { closeEmphasis } from "#app/features/conversation/list/emphasis.ts";
import type { MessageFootProps, MessageLook } from "#app/features/conversation/list/message-item.tsx";
import { useReveal } from "#app/features/conversation/list/reveal.ts";
import type { GrowingReply } from "#app/features/conversation/list/streaming-passage.tsx";
import { IconButton } from "#app/ui/button.tsx";
import type { GeneratedImage, Message } from "#domain/message.ts";
import styles from "./chat-look.module.css";
import { MessageTime } from "./message-time.tsx";
import { asMarked, readMarkdown } from "./read-markdown.ts";
import { SpeechContext } from "./use-speech.ts";

/** The messages of a character chat: the character's as text, the person's own in bubbles. */
export const CHAT_LOOK: MessageLook = {
  Reply: ({ message }) => <Reply message={message} />,
  Words: ({ text, unconfirmed }) => (
    <div className={styles.words} data-unconfirmed={unconfirmed || undefined}>
      <Markdown text={text} />
    </div>
  ),
  Growing,
  Replaced: ({ message }) => (
    <div className={styles.replaced} role="status" aria-label="Writing a different response">
      <Reply message={message} />
      <span className={styles.spinner} aria-hidden="true">
        <RefreshCw size={22} />
      </span>
    </div>
  ),
  Foot,
  hasPlainLines: false,
};

function Reply({ message }: { message: Message }) {
  const { generatedImage } = message.metadata;
  return (
    <div className={styles.reply}>
      {generatedImage?.kind === "ai" && <Picture image={generatedImage} />}
      <Markdown text={message.content} />
    </div>
  );
}

function Picture({ image }: { image: GeneratedImage }) {
  return (
    <figure className={styles.picture}>
      <img src={image.url} alt={image.prompt} loading="lazy" />
      <figcaption>
        <span dir="auto">Prompt: {image.prompt}</span>
      </figcaption>
    </figure>
  );
}

function Growing({ voice, text, joinedLength, progress }: GrowingReply) {
  const reveal = useReveal(text, joinedLength);
  const shown = text.slice(0, reveal.shown);
  if (shown.trim() === "") {
    return (
      <AwaitedReply progress={progress} reader={voice} material="what was said so far">
        <bdi>{voice}</bdi> is writing
      </AwaitedReply>
    );
  }
  return (
    <div className={styles.reply}>
      <Markdown text={closeEmphasis(shown)} />
    </div>
  );
}

/** When it was said, and what can be done about it. */
function Foot({ message, isLast, words, versions, onRegenerate }: MessageFootProps) {
  const { role, timestamp } = message;
  if (role === "user") {
    return (
      <div className={styles.foot} data-foot="" data-own="" data-last={isLast || undefined}>
        {words}
        {versions}
        <MessageTime at={timestamp} />
      </div>
    );
  }
  return (
    <div className={styles.foot} data-foot="" data-last={isLast || undefined}>
      <MessageTime at={timestamp} />
      <ListenButton message={message} />
      {words}
      <span className={styles.apart} />
      {versions}
      {onRegenerate && (
        <button type="button" className={styles.again} onClick={onRegenerate}>
          <RefreshCw size={16} aria-hidden="true" />
          Get different response
        </button>
      )}
    </div>
  );
}

function ListenButton({ message }: { message: Message }) {
  const speech = useContext(SpeechContext);
  if (speech === null) return null;
  const isSpoken = speech.messageId === message.messageId;
  return (
    <>
      <IconButton
        label={isSpoken ? "Stop audio" : "Listen to message"}
        icon={isSpoken ? <CircleStop size={18} /> : <Volume2 size={18} />}
        onClick={() => speech.toggle(message)}
      />
      {isSpoken && <span className={styles.aloud}>Reading aloud</span>}
    </>
  );
}

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
