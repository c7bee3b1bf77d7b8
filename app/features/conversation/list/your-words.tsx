import { memo } from "react";
import styles from "./passage.module.css";

type YourWordsProps = { text: string; unconfirmed?: boolean };

/** What the person wrote. `unconfirmed`: the server has not accepted it yet. */
export const YourWords = memo(function YourWords({ text, unconfirmed }: YourWordsProps) {
  return (
    <blockquote
      className={`${styles.words} relative italic keeps-lines`}
      dir="auto"
      data-start={0}
      data-unconfirmed={unconfirmed || undefined}
    >
      {text}
    </blockquote>
  );
});
