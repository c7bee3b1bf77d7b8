import { genreSlug } from "#app/ui/genre-hue.ts";
import { toCoverPath } from "#domain/cover.ts";
import { GENRE_SLUGS, GENRES, type Genre } from "#domain/genres.ts";

/** `seed`: what the cover is drawn from. */
export type GenreCard = { title: string; line: string; genre: Genre; seed: string };

/** The carousel of the specification. Its covers are chosen ones: each differs from its neighbours in motif and hour. */
export const GENRE_CARDS: readonly GenreCard[] = [
  { title: "Mystery Noir", line: "Rain, a lamp, a lie", genre: "Mystery", seed: "noir 4" },
  { title: "Romance Tales", line: "Two people, one secret", genre: "Romance", seed: "letter" },
  { title: "Fantasy Realms", line: "Old magic, new debts", genre: "Fantasy", seed: "castle" },
  { title: "Historical Sagas", line: "The past, unfinished", genre: "Historical Fiction", seed: "sagas 0" },
  {
    title: "Sci-Fi Frontiers",
    line: "A signal, eleven years late",
    genre: "Science Fiction",
    seed: "frontiers",
  },
  { title: "Musical Journeys", line: "One song, a long way round", genre: "Open Genre", seed: "journeys" },
];

/** The address of a card's cover. The journeys have motifs of their own. */
export function toCardCover({ genre, seed }: GenreCard): string {
  return toCoverPath(genre === "Open Genre" ? "musical-journeys" : GENRE_SLUGS[genre], seed, "plate");
}

/** The carousel's specified slugs, each with its genre. */
const SHELVES = new Map(
  GENRE_CARDS.map(({ title, genre }) => [title.toLowerCase().replaceAll(" ", "-"), genre]),
);

/** The genre that an address such as `?genre=science-fiction` or `?genre=mystery-noir` names, empty for anything else. */
export function findGenreBySlug(slug: string | null): Genre | "" {
  const wanted = slug?.toLowerCase() ?? "";
  return SHELVES.get(wanted) ?? GENRES.find((genre) => genreSlug(genre) === wanted) ?? "";
}
