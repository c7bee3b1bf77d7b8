import styles from "./page-head.module.css";

/** The heading of a public page, on the dark band. */
export function PageHead({ title, lead }: { title: string; lead: string }) {
  return (
    <div className={styles.head} data-scope="night">
      <h1>{title}</h1>
      <p>{lead}</p>
    </div>
  );
}
