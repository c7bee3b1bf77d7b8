import type { Genre } from "#domain/story.ts";
import styles from "./badge.module.css";
import { hueStyle } from "./genre-hue.ts";

/** A genre in its hue; the word is what tells genres apart. */
export function GenreBadge({ genre }: { genre: Genre }) {
  return (
    <span className={styles.badge} style={hueStyle(genre)}>
      {genre}
    </span>
  );
}

export function AdultBadge() {
  return <span className={styles.adult}>NSFW</span>;
}
