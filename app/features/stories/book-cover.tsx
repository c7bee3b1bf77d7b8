import { hueStyle } from "#app/ui/genre-hue.ts";
import { toCoverPath } from "#domain/cover.ts";
import type { Genre } from "#domain/genres.ts";
import { GENRE_SLUGS } from "#domain/genres.ts";
import styles from "./book-cover.module.css";

type BookCoverProps = {
  genre: Genre;
  /** What it is drawn from: a story's id, or anything else that tells one cover from another. */
  seed: string;
  /** It is what a page opens with: its picture is asked for at once. */
  first?: boolean;
};

/** A story's cover, drawn by the Worker. Decoration: the title is beside it. Until it is there, cloth of its genre. */
export function BookCover({ genre, seed, first = false }: BookCoverProps) {
  const path = toCoverPath(GENRE_SLUGS[genre], seed);
  return (
    <span className={styles.cover} style={hueStyle(genre)}>
      <img
        key={path} // else another one is as invisible as one that failed
        src={path}
        alt=""
        width={300}
        height={420}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : undefined}
        decoding="async"
        draggable={false}
        onError={({ currentTarget }) => {
          currentTarget.style.opacity = "0"; // else some browsers draw a broken picture
        }}
      />
    </span>
  );
}
