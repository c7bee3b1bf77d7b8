import { genreSlug } from "#app/ui/genre-hue.ts";
import type { CoverKind } from "#domain/cover.ts";
import { GENRE_SLUGS, GENRES, type Genre } from "#domain/genres.ts";

export type GenreCard = { title: string; line: string; genre: Genre; cover: { kind: CoverKind; of: string } };

/** The carousel of the specification. Its covers are chosen ones: each differs from its neighbours in motif and hour. */
export const GENRE_CARDS: readonly GenreCard[] = [
  {
    title: "Mystery Noir",
    line: "Rain, a lamp, a lie",
    genre: "Mystery",
    cover: { kind: GENRE_SLUGS.Mystery, of: "noir 4" },
  },
  {
    title: "Romance Tales",
    line: "Two people, one secret",
    genre: "Romance",
    cover: { kind: GENRE_SLUGS.Romance, of: "letter" },
  },
  {
    title: "Fantasy Realms",
    line: "Old magic, new debts",
    genre: "Fantasy",
    cover: { kind: GENRE_SLUGS.Fantasy, of: "castle" },
  },
  {
    title: "Historical Sagas",
    line: "The past, unfinished",
    genre: "Historical Fiction",
    cover: { kind: GENRE_SLUGS["Historical Fiction"], of: "sagas 0" },
  },
  {
    title: "Sci-Fi Frontiers",
    line: "A signal, eleven years late",
    genre: "Science Fiction",
    cover: { kind: GENRE_SLUGS["Science Fiction"], of: "frontiers" },
  },
  {
    title: "Musical Journeys",
    line: "One song, a long way round",
    genre: "Open Genre",
    cover: { kind: "musical-journeys", of: "journeys" },
  },
];

/** The carousel's specified slugs, each with its genre. */
const SHELVES = new Map(
  GENRE_CARDS.map(({ title, genre }) => [title.toLowerCase().replaceAll(" ", "-"), genre]),
);

/** The genre that an address such as `?genre=science-fiction` or `?genre=mystery-noir` names, empty for anything else. */
export function findGenreBySlug(slug: string | null): Genre | "" {
  if (slug === null) return "";
  return SHELVES.get(slug) ?? GENRES.find((genre) => genreSlug(genre) === slug) ?? "";
}
