import { Booky } from "#app/ui/booky.tsx";
import styles from "./closing.module.css";
import { TryForFree } from "./sign-in-button.tsx";

/** The last section of a page for visitors. */
export function Closing() {
  return (
    <section className={styles.closing} data-scope="night">
      <Booky pose="idle" size={104} />
      <h2>It’s your turn.</h2>
      <TryForFree look="primary" size="large" />
    </section>
  );
}
