import type { ReactNode } from "react";
import styles from "./passage.module.css";

type YourWordsProps = { unconfirmed?: boolean | undefined; lang?: string | undefined; children: ReactNode };

/** What the person wrote. `unconfirmed`: the server has not accepted it yet. */
export function YourWords({ unconfirmed, lang, children }: YourWordsProps) {
  return (
    <blockquote
      className={`${styles.words} relative italic keeps-lines`}
      dir="auto"
      lang={lang}
      data-start={0}
      data-unconfirmed={unconfirmed || undefined}
    >
      {children}
    </blockquote>
  );
}
