import { memo, useMemo } from "react";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import type { Analysis } from "#domain/message.ts";
import { type Mention, mentionsOf } from "./mentions.ts";
import styles from "./passage.module.css";
import { paragraphsOf } from "./prose.ts";
import { type OnMention, ProseText } from "./prose-text.tsx";
import { useReveal } from "./use-reveal.ts";

/** From the solid text to the newest character. */
const FADES = [0.72, 0.5, 0.3, 0.14] as const;

type StreamingPassageProps = {
  text: string;
  joinedLength: number;
  /** The names that are known so far, perhaps of text that is not shown yet. */
  analysis: Analysis | null;
  onMention: OnMention;
};

/** A reply as it is being written, with a soft fade on its last characters; three dots until there are any. */
export function StreamingPassage({ text, joinedLength, analysis, onMention }: StreamingPassageProps) {
  const reveal = useReveal(text, joinedLength);
  const mentions = useMemo(() => mentionsOf(analysis), [analysis]);
  const paragraphs = paragraphsOf(text.slice(0, reveal.shown));
  return (
    <div className={styles.passage} dir="auto">
      {paragraphs.length === 0 && <TypingDots label="The next passage is being written" />}
      {paragraphs.map(({ start, text: shown }) => (
        <GrowingParagraph
          key={start}
          start={start}
          text={shown}
          solid={Math.min(Math.max(0, reveal.solid - start), shown.length)}
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
  /** So much of the text stands at full strength, and can be chosen from. */
  solid: number;
  mentions: readonly Mention[];
  onMention: OnMention;
};

/** A paragraph that changes no more costs nothing while the next ones grow. */
const GrowingParagraph = memo(function GrowingParagraph({
  start,
  text,
  solid,
  mentions,
  onMention,
}: GrowingParagraphProps) {
  return (
    <p dir="auto">
      <ProseText start={start} text={text.slice(0, solid)} mentions={mentions} onMention={onMention} />
      {solid < text.length && <FadingText text={text.slice(solid)} />}
    </p>
  );
});

function FadingText({ text }: { text: string }) {
  const characters = Array.from(text);
  const size = Math.ceil(characters.length / FADES.length);
  return FADES.map((opacity, index) => (
    <span key={opacity} style={{ opacity }}>
      {characters.slice(index * size, (index + 1) * size).join("")}
    </span>
  ));
}
