import type { ReactNode } from "react";
import styles from "./questions.module.css";

type QuestionProps = {
  question: string;
  /** Open from the start. */
  isOpen?: boolean;
  children: ReactNode;
};

/** A question whose answer opens on a click. It needs no script, and other open answers stay open. */
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
