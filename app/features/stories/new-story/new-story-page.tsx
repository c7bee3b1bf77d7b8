import styles from "./new-story-page.module.css";
import type { NewStoryOptions } from "./use-new-story.ts";
import { useNewStoryParts } from "./use-new-story-parts.tsx";

/** Begin Your Story as a page of its own. */
export function NewStoryPage(options: NewStoryOptions) {
  const { side, form, foot, dialogs } = useNewStoryParts(options);
  return (
    <div className={styles.sheet}>
      <h1>Begin Your Story</h1>
      <div className={styles.side}>{side}</div>
      <div className={styles.body}>{form}</div>
      <div className={styles.foot}>{foot}</div>
      {dialogs}
    </div>
  );
}
