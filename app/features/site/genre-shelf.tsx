import { PAGE_PATHS } from "#app/features/layout/pages.ts";
import type { GenreSlug } from "#domain/genre-slugs.ts";
import styles from "./genre-shelf.module.css";

/** `cover`: the address of its picture. */
export type ShelfBook = { title: string; line: string; genre: GenreSlug; cover: string };

/** Books to choose from. Each is a button: after the sign-in it opens a new story of its genre. */
export function GenreShelf({ books }: { books: readonly ShelfBook[] }) {
  return (
    <form method="post" action="/login" className={styles.shelf}>
      {books.map(({ title, line, genre, cover }) => (
        <button
          key={title}
          type="submit"
          name="returnTo"
          value={`${PAGE_PATHS.newStory}?genre=${genre}`}
          className={styles.book}
        >
          <img src={cover} alt="" width={300} height={340} loading="lazy" decoding="async" />
          <b>{title}</b>
          <span>{line}</span>
        </button>
      ))}
    </form>
  );
}
