import type { ReactNode } from "react";
import styles from "./page.module.css";

/** A page in the width of the site. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      {children}
    </main>
  );
}

type SoloProps = { art: ReactNode; title: string; lead?: string | null; children?: ReactNode };

/** A page with one thing in its middle. */
export function SoloPage({ art, title, lead, children }: SoloProps) {
  return (
    <main className={styles.solo}>
      <div className={styles.panel}>
        {art}
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </div>
    </main>
  );
}

export function SmallPrint({ children }: { children: ReactNode }) {
  return <p className={styles.small}>{children}</p>;
}

/** What went wrong, said as soon as it is on the page. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p className={styles.problem} role="alert">
      {children}
    </p>
  );
}
