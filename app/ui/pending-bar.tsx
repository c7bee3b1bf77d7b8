import { useNavigation } from "react-router";
import styles from "./pending-bar.module.css";

/** A thin line at the top while another page is on its way, and a spinner when that takes long. */
export function PendingBar() {
  const { state } = useNavigation();
  return (
    <div data-pending={state !== "idle" || undefined} className={styles.place} aria-hidden="true">
      <i className={styles.bar} />
      <i className={styles.spinner} data-page-spinner="" />
    </div>
  );
}
