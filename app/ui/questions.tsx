import type { ReactNode } from "react";
import styles from "./questions.module.css";

/** Questions whose answers open on a click, as many at once as one likes, and without a script. */
export function Questions({ children }: { children: ReactNode }) {
  return <div>{children}</div>;
}

type QuestionProps = {
  question: string;
  /** Open from the start. */
  isOpen?: boolean;
  children: ReactNode;
};

export function Question({ question, isOpen = false, children }: QuestionProps) {
  return (
    <details className={styles.question} open={isOpen} suppressHydrationWarning>
      <summary>
        <h3>{question}</h3>
      </summary>
      <div className={styles.answer}>{children}</div>
    </details>
  );
}
