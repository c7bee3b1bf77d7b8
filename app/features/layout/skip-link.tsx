import styles from "./skip-link.module.css";

/** For the keyboard: over the navigation to `#main`. Seen only while it has the focus. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      Skip to the content
    </a>
  );
}
