import { type ReactNode, useId } from "react";
import { Booky } from "#app/ui/booky.tsx";
import type { Picture } from "./pictures.ts";
import styles from "./section.module.css";
import { TryForFree } from "./sign-in-button.tsx";

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
    <section
      className={`${styles.section} ruled center-block`}
      data-ledger={isLedger || undefined}
      aria-labelledby={id}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {lead && <p className={`${styles.lead} margin-top-8 story-text muted`}>{lead}</p>}
      </div>
      <div>{children}</div>
    </section>
  );
}

/** The heading of a public page, on the dark band. */
export function PageHead({ title, lead }: { title: string; lead: string }) {
  return (
    <div className={styles.pageHead} data-scope="night">
      <h1>{title}</h1>
      <p className="margin-top-16 muted">{lead}</p>
    </div>
  );
}

/** The last section of a page for visitors. */
export function Closing() {
  return (
    <section className={`${styles.closing} stack each-center gap-16`} data-scope="night">
      <Booky pose="idle" size={104} />
      <h2>It’s your turn.</h2>
      <TryForFree look="primary" size="large" />
    </section>
  );
}

/** A picture of the product, in the dark theme for visitors whose device is set to dark. */
export function ProductPicture({ picture: { name, width, height, alt, light, dark } }: { picture: Picture }) {
  return (
    <picture className={`${styles.picture} block`} data-name={name}>
      <source media="(prefers-color-scheme: dark)" srcSet={dark} />
      <img
        className="block full-width bordered shadow"
        src={light}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
