import { memo } from "react";
import styles from "./passage.module.css";
import { paragraphsOf } from "./prose.ts";

/** A reply as it stands: paragraphs as in a book. */
export const Passage = memo(function Passage({ text }: { text: string }) {
  return (
    <div className={styles.passage} dir="auto">
      {paragraphsOf(text).map((paragraph) => (
        <p key={paragraph.start} dir="auto">
          {paragraph.text}
        </p>
      ))}
    </div>
  );
});

type YourWordsProps = { text: string; unconfirmed?: boolean };

/** What the person wrote. `unconfirmed`: the server has not taken it yet. */
export const YourWords = memo(function YourWords({ text, unconfirmed }: YourWordsProps) {
  return (
    <blockquote className={styles.words} dir="auto" data-unconfirmed={unconfirmed || undefined}>
      <span className="visually-hidden">You: </span>
      {text}
    </blockquote>
  );
});
