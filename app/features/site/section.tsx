import { type ReactNode, useId } from "react";
import styles from "./section.module.css";

type SectionProps = {
  title: string;
  lead?: string;
  /** Heading on the left and content on the right; otherwise the heading is above the content. */
  isLedger?: boolean;
  children: ReactNode;
};

/** A section of a public page: a thin line, a heading, and content. */
export function Section({ title, lead, isLedger = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} data-ledger={isLedger || undefined} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}
