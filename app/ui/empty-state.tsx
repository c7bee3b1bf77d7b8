import type { ReactNode } from "react";
import { Booky } from "./booky.tsx";
import styles from "./empty-state.module.css";

type EmptyStateProps = { pose: "asleep" | "puzzled"; title: ReactNode; text?: string; children?: ReactNode };

/** Shown in place of an empty list. `children`: the buttons and links for the next step. */
export function EmptyState({ pose, title, text, children }: EmptyStateProps) {
  return (
    <section className={styles.nothing}>
      <Booky pose={pose} size={104} />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      <div className={styles.ways}>{children}</div>
    </section>
  );
}
