import type { ReactNode } from "react";
import { type Operator, SupportAddress } from "#app/features/site/site-frame.tsx";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";
import styles from "./legal-page.module.css";

type LegalPageProps = { title: string; operator: Operator; children: ReactNode };

/** A legal text, of the version that a consent is given for, with who it comes from. */
export function LegalPage({ title, operator, children }: LegalPageProps) {
  return (
    <article className={`${styles.page} center-block`}>
      <h1>{title}</h1>
      <p className={styles.version}>
        Version <time dateTime={LEGAL_CONSENT_VERSION}>{LEGAL_CONSENT_VERSION}</time>
      </p>
      {children}
      <h2>Who runs Talespark</h2>
      <address className="break-anywhere">
        {operator.name}
        <br />
        {operator.address}
        <br />
        <SupportAddress email={operator.email} />
      </address>
    </article>
  );
}
