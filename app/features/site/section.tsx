import { type ReactNode, useId } from "react";
import styles from "./section.module.css";

type SectionProps = {
  title: string;
  lead?: string;
  /** Heading on the left, content on the right, as in a ledger; else one above the other. */
  isLedger?: boolean;
  children: ReactNode;
};

/** A part of a public page, under its heading and a hairline. */
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
