import { CircleStop, RefreshCw, Volume2 } from "lucide-react";
import { createElement, memo, type ReactNode, useContext, useMemo } from "react";
import { AwaitedReply } from "#app/features/conversation/list/awaited-reply.tsx";
import type { MessageFootProps, MessageLook } from "#app/features/conversation/list/message-item.tsx";
import { useReveal } from "#app/features/conversation/list/reveal.ts";
import type { GrowingReply } from "#app/features/conversation/list/streaming-passage.tsx";
import { TextLanguage } from "#app/features/conversation/list/text-language.ts";
import { IconButton } from "#app/ui/button.tsx";
import { LocalMoment } from "#app/ui/local-time.tsx";
import spinner from "#app/ui/spinner.module.css";
import { type GeneratedImage, isOwnLine, type Message } from "#domain/message.ts";
import { closeEmphasis } from "#domain/passage-markup.ts";
import { type RichElement, type RichText, readRichMarkdown } from "#domain/rich-text.ts";
import styles from "./chat-look.module.css";
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
    <div className={`${styles.replaced} relative`} role="status" aria-label="Writing a different response">
      <Reply message={message} />
      <span className={`${styles.waits} middle absolute`} aria-hidden="true">
        <i className={spinner.spinner} />
      </span>
    </div>
  ),
  Foot,
  hasPlainLines: false,
};

function Reply({ message }: { message: Message }) {
  const { generatedImage } = message.metadata;
  return (
    <div className={`${styles.reply} stack gap-12`}>
      {generatedImage?.kind === "ai" && <Picture image={generatedImage} />}
      <Markdown text={message.content} />
    </div>
  );
}

function Picture({ image }: { image: GeneratedImage }) {
  return (
    <figure className={`${styles.picture} stack gap-8`}>
      <img className="block" src={image.url} alt={image.prompt} loading="lazy" />
      <figcaption className="stack muted break-anywhere small">
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
    <div className={`${styles.reply} stack gap-12`} translate="no">
      <Markdown text={closeEmphasis(shown)} />
    </div>
  );
}

/** When it was said, and what can be done about it. */
function Foot({ message, isLast, words, versions, onRegenerate }: MessageFootProps) {
  const { timestamp } = message;
  if (isOwnLine(message)) {
    return (
      <div
        className={`${styles.foot} row wrap tap-height note`}
        data-foot=""
        data-own=""
        data-last={isLast || undefined}
      >
        {words}
        {versions}
        <LocalMoment at={timestamp} />
      </div>
    );
  }
  return (
    <div className={`${styles.foot} row wrap tap-height note`} data-foot="" data-last={isLast || undefined}>
      <LocalMoment at={timestamp} />
      <ListenButton message={message} />
      {words}
      <span className="grow" />
      {versions}
      {onRegenerate && (
        <button
          type="button"
          className="inline-row tap-height gap-8 heading primary underlined-on-hover"
          onClick={onRegenerate}
        >
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

/** A message in basic Markdown, drawn as React elements, never as HTML. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const content = useMemo(() => readRichMarkdown(text), [text]);
  const language = useContext(TextLanguage);
  return (
    <div className={`${styles.markdown} stack break-anywhere`} dir="auto" lang={language} data-start={0}>
      {draw(content)}
    </div>
  );
});

/** An element is known by its place: it has no id, and a text only grows at its end. */
function draw(content: readonly RichText[]): ReactNode {
  return content.map((part, key) => {
    if (typeof part === "string") return part;
    const inside = part.children.length === 0 ? [] : [draw(part.children)];
    return createElement(part.tag, { key, ...toAttributes(part) }, ...inside);
  });
}

function toAttributes({ tag, href, start }: RichElement): object {
  if (tag === "p" || tag === "li") return { dir: "auto" };
  return tag === "a" ? { href, rel: "noopener nofollow", target: "_blank" } : { start };
}
