import { GENRE_CARDS } from "#app/features/home/genre-cards.ts";
import { genreSlug } from "#app/ui/genre-hue.ts";
import { GENRES, type Genre } from "#domain/genres.ts";

/** The carousel's specified slugs, each with its genre. */
const SHELVES = new Map(
  GENRE_CARDS.map(({ title, genre }) => [title.toLowerCase().replaceAll(" ", "-"), genre]),
);

/** The genre that an address such as `?genre=science-fiction` or `?genre=mystery-noir` names, empty for anything else. */
export function findGenreBySlug(slug: string | null): Genre | "" {
  if (slug === null) return "";
  return SHELVES.get(slug) ?? GENRES.find((genre) => genreSlug(genre) === slug) ?? "";
}
