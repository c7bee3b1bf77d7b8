import { memo } from "react";
import { TypingDots } from "#app/ui/typing-dots.tsx";
import styles from "./passage.module.css";
import { type Paragraph, paragraphsOf } from "./prose.ts";
import { useReveal } from "./use-reveal.ts";

/** From the solid text to the newest character. */
const FADES = [0.72, 0.5, 0.3, 0.14] as const;

type StreamingPassageProps = { text: string; joinedLength: number };

/** A reply as it is being written, with a soft fade on its last characters; three dots until there are any. */
export function StreamingPassage({ text, joinedLength }: StreamingPassageProps) {
  const reveal = useReveal(text, joinedLength);
  const paragraphs = paragraphsOf(text.slice(0, reveal.shown));
  return (
    <div className={styles.passage} dir="auto">
      {paragraphs.length === 0 && <TypingDots label="The next passage is being written" />}
      {paragraphs.map((paragraph) =>
        paragraph.start + paragraph.text.length <= reveal.solid ? (
          <Settled key={paragraph.start} text={paragraph.text} />
        ) : (
          <Fading key={paragraph.start} paragraph={paragraph} solid={reveal.solid} />
        ),
      )}
    </div>
  );
}

/** A paragraph that changes no more costs nothing while the next ones grow. */
const Settled = memo(function Settled({ text }: { text: string }) {
  return <p dir="auto">{text}</p>;
});

function Fading({ paragraph, solid }: { paragraph: Paragraph; solid: number }) {
  const { text, start } = paragraph;
  const cut = Math.max(0, solid - start);
  const characters = Array.from(text.slice(cut));
  const size = Math.ceil(characters.length / FADES.length);
  return (
    <p dir="auto">
      {text.slice(0, cut)}
      {FADES.map((opacity, index) => (
        <span key={opacity} style={{ opacity }}>
          {characters.slice(index * size, (index + 1) * size).join("")}
        </span>
      ))}
    </p>
  );
}
