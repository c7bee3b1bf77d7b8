import { memo, type RefObject, useContext, useLayoutEffect, useMemo, useRef } from "react";
import type { Analysis } from "#domain/message.ts";
import { isHeading, isSceneBreak, splitParagraphs } from "#domain/passage-markup.ts";
import type { ReplyProgress } from "../live/conversation-state.ts";
import { AwaitedReply } from "./awaited-reply.tsx";
import { listMentionSpans, type MentionSpan } from "./cut-at-mentions.ts";
import styles from "./passage.module.css";
import { type OnMention, ProseText } from "./prose-text.tsx";
import { useReveal } from "./reveal.ts";
import { TextLanguage } from "./text-language.ts";
import { toRange } from "./text-position.ts";

/** A reply that is being written. */
export type GrowingReply = {
  /** Who writes it, as it is called on the page. */
  voice: string;
  text: string;
  joinedLength: number;
  progress: ReplyProgress;
  /** The names that are known so far, perhaps of text that is not shown yet. */
  analysis: Analysis | null;
  onMention: OnMention;
};

/** A reply as it is being written, with a soft fade on its last characters; what the model does until there are any. */
export function StreamingPassage({ text, joinedLength, progress, analysis, onMention }: GrowingReply) {
  const reveal = useReveal(text, joinedLength);
  const mentions = useMemo(() => listMentionSpans(analysis), [analysis]);
  const paragraphs = splitParagraphs(text.slice(0, reveal.shown));
  const ahead = findRestOfWord(text, reveal.shown);
  return (
    <div className={`${styles.passage} ${styles.growing}`} dir="auto">
      {paragraphs.length === 0 && (
        <AwaitedReply progress={progress} reader="Booky" material="what happened so far" />
      )}
      {paragraphs.map(({ start, text: shown }, index) => (
        <GrowingParagraph
          key={start}
          start={start}
          text={shown}
          solid={Math.min(Math.max(0, reveal.solid - start), shown.length)}
          ahead={index === paragraphs.length - 1 ? ahead : ""}
          mentions={mentions}
          onMention={onMention}
        />
      ))}
    </div>
  );
}

type GrowingParagraphProps = {
  start: number;
  text: string;
  /** The length of the text at full strength. */
  solid: number;
  /** The rest of the last word: it already takes its room, so that the word does not jump to the next line. */
  ahead: string;
  mentions: readonly MentionSpan[];
  onMention: OnMention;
};

/**
 * Memoised: a finished paragraph does not render again while the next ones grow. The browser translates the finished reply: it would put
 * the translation of the first letters in place of a text that grows.
 */
const GrowingParagraph = memo(function GrowingParagraph({
  start,
  text,
  solid,
  ahead,
  mentions,
  onMention,
}: GrowingParagraphProps) {
  const place = useRef<HTMLParagraphElement>(null);
  const language = useContext(TextLanguage);
  useFading(place, text.length, solid);
  if (isSceneBreak(text))
    return <hr className={`${styles.sceneBreak} muted text-center`} data-start={start} />;
  return (
    <p
      ref={place}
      dir="auto"
      lang={language}
      data-start={start}
      data-heading={isHeading(text) || undefined}
      translate="no"
    >
      <ProseText start={start} text={text} growing mentions={mentions} onMention={onMention} />
      {ahead !== "" && (
        <span className={styles.ahead} aria-hidden="true">
          {ahead}
        </span>
      )}
    </p>
  );
});

/** The registered name of the newest characters; passage.module.css says how they look. */
const FADING = "fading";
/** How much of an unfinished word is laid out before it is shown, in characters. */
const AHEAD_MAX = 24;

/** The rest of the word that is cut at `shown`; empty between words. */
export function findRestOfWord(text: string, shown: number): string {
  if (shown === 0 || /\s/.test(text.charAt(shown - 1))) return "";
  return /^\S*/.exec(text.slice(shown, shown + AHEAD_MAX))?.[0] ?? "";
}

/**
 * Fades in the end of a growing paragraph with a CSS highlight. Wrapping the text in elements would shift it by parts of a
 * pixel in every frame. A browser without highlights shows the plain text.
 */
function useFading(place: RefObject<HTMLElement | null>, length: number, solid: number): void {
  useLayoutEffect(() => {
    const paragraph = place.current;
    if (paragraph === null || solid >= length || !("highlights" in CSS)) return;
    const range = toRange(paragraph, solid, length);
    const highlight = CSS.highlights.get(FADING) ?? new Highlight();
    CSS.highlights.set(FADING, highlight.add(range));
    return () => void highlight.delete(range);
  }, [place, length, solid]);
}
