import type { ReactNode } from "react";
import { Link } from "react-router";
import { SmallBooky } from "#app/ui/booky.tsx";
import { LEGAL_CONSENT_VERSION } from "#domain/account.ts";
import styles from "./legal-page.module.css";

/** A legal text, of the version that a consent is given for. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <Link to="/" className={styles.brand}>
        <SmallBooky pose="idle" size={26} /> Talespark
      </Link>
      <h1>{title}</h1>
      <p className={styles.version}>
        Version <time dateTime={LEGAL_CONSENT_VERSION}>{LEGAL_CONSENT_VERSION}</time>
      </p>
      {children}
    </main>
  );
}
