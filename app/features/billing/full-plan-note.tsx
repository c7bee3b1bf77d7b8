import type { ReactNode } from "react";
import styles from "./full-plan-note.module.css";

/** Says above a form that the plan has no room for what it makes, before anything is filled in. */
export function FullPlanNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.note} role="status">
      {children}
    </p>
  );
}
