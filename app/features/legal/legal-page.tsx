import type { ReactNode } from "react";
import { LEGAL_CONSENT_VERSION } from "#domain/account.ts";
import styles from "./legal-page.module.css";

/** A legal text, of the version that a consent is given for. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.version}>
        Version <time dateTime={LEGAL_CONSENT_VERSION}>{LEGAL_CONSENT_VERSION}</time>. This text was written
        for Talespark and needs a lawyer’s review before it is relied upon.
      </p>
      {children}
    </article>
  );
}

/** The way to reach the people who run this site. */
export function SupportAddress({ email }: { email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>;
}
