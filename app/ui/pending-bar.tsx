import { useNavigation } from "react-router";
import styles from "./pending-bar.module.css";

/** A thin line at the top while another page is on its way. */
export function PendingBar() {
  const { state } = useNavigation();
  return <div className={styles.bar} data-pending={state !== "idle" || undefined} aria-hidden="true" />;
}
