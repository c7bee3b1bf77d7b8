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
    <details className="line-below" open={isOpen} suppressHydrationWarning>
      <summary className="padding-block-12">
        <h3 className="title">{question}</h3>
      </summary>
      <div className={`${styles.answer} story-text padding-bottom-24 muted`}>{children}</div>
    </details>
  );
}

/** A list of questions with answers of plain text; the first is open. */
export function Questions({ questions }: { questions: readonly { question: string; answer: string }[] }) {
  return questions.map(({ question, answer }, index) => (
    <Question key={question} question={question} isOpen={index === 0}>
      <p>{answer}</p>
    </Question>
  ));
}
