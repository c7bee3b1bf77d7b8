import type { MouseEventHandler } from "react";
import styles from "./skip-link.module.css";

type SkipLinkProps = { to?: string; children?: string; onClick?: MouseEventHandler };

/** For the keyboard: over the navigation to `#main`, or elsewhere. Seen only while it has the focus. */
export function SkipLink({ to = "#main", children = "Skip to the content", onClick }: SkipLinkProps) {
  return (
    <a href={to} className={styles.skip} onClick={onClick}>
      {children}
    </a>
  );
}
