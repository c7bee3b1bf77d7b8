import type { Genre } from "#domain/genres.ts";
import styles from "./badge.module.css";
import { hueStyle } from "./genre-hue.ts";

/** A genre in its hue; the word is what tells genres apart. */
export function GenreBadge({ genre }: { genre: Genre }) {
  return (
    <span className={`${styles.badge} ${styles.genre}`} style={hueStyle(genre)}>
      {genre}
    </span>
  );
}

export function AdultBadge({ label = "NSFW" }: { label?: string }) {
  return <span className={`${styles.badge} ${styles.outlined} danger`}>{label}</span>;
}

/** A word that tells one from the others, such as 'You' or 'New'. */
export function Badge({ children }: { children: string }) {
  return <span className={styles.badge}>{children}</span>;
}

export function ArchivedBadge() {
  return <span className={`${styles.badge} ${styles.outlined} muted`}>Archived</span>;
}
