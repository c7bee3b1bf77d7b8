import { Form } from "react-router";
import { GENRE_CARDS } from "#app/features/home/genre-cards.ts";
import { PLACES } from "#app/features/layout/places.ts";
import { genreSlug } from "#app/ui/genre-hue.ts";
import { toCoverPath } from "#domain/cover.ts";
import styles from "./genre-shelf.module.css";

/** Six books to begin with. Each leads through the sign-in to a new story of its genre. */
export function GenreShelf() {
  return (
    <Form method="post" action="/login" className={styles.shelf}>
      {GENRE_CARDS.map(({ title, line, genre, cover }) => (
        <button
          key={title}
          type="submit"
          name="returnTo"
          value={`${PLACES.newStory.path}?genre=${genreSlug(genre)}`}
          className={styles.book}
        >
          <img
            src={toCoverPath(cover.kind, cover.of, "plate")}
            alt=""
            width={300}
            height={340}
            loading="lazy"
            decoding="async"
          />
          <b>{title}</b>
          <span>{line}</span>
        </button>
      ))}
    </Form>
  );
}
