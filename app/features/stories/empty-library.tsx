import { Booky } from "#app/ui/booky.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import styles from "./empty-library.module.css";
import { BeginStoryLink } from "./new-story/begin-story.tsx";

export function EmptyLibrary() {
  return (
    <EmptyState
      pose={
        <div className={styles.books} aria-hidden="true">
          <span className={styles.gap} />
          <Booky pose="asleep" size={132} />
          <span className={styles.gap} />
        </div>
      }
      title="Your Library Awaits"
      text="Nothing on the shelf yet, so Booky dozed off. Pick a genre, say who you are, and the first chapter writes itself while you watch."
    >
      <BeginStoryLink look="primary" size="large">
        Start Your First Story
      </BeginStoryLink>
    </EmptyState>
  );
}
