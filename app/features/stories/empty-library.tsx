import { Booky } from "#app/ui/booky.tsx";
import styles from "./empty-library.module.css";
import { BeginStoryLink } from "./new-story/begin-story.tsx";

export function EmptyLibrary() {
  return (
    <section className={styles.empty}>
      <div className={styles.books} aria-hidden="true">
        <span className={styles.gap} />
        <Booky pose="asleep" size={132} />
        <span className={styles.gap} />
      </div>
      <h2>Your Library Awaits</h2>
      <p className={styles.lead}>
        Nothing on the shelf yet, so Booky dozed off. Pick a genre, say who you are, and the first chapter
        writes itself while you watch.
      </p>
      <BeginStoryLink look="primary" size="large">
        Start Your First Story
      </BeginStoryLink>
    </section>
  );
}
