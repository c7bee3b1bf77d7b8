import type { Genre } from "./genres.ts";

/** What a genre is called in addresses and in the names of its colours. */
export const GENRE_SLUGS = {
  Fantasy: "fantasy",
  "Science Fiction": "science-fiction",
  Mystery: "mystery",
  Romance: "romance",
  Horror: "horror",
  Adventure: "adventure",
  "Historical Fiction": "historical-fiction",
  Contemporary: "contemporary",
  Thriller: "thriller",
  Western: "western",
  Dystopian: "dystopian",
  Comedy: "comedy",
  Drama: "drama",
  "Open Genre": "open-genre",
} as const satisfies Record<Genre, string>;
export type GenreSlug = (typeof GENRE_SLUGS)[Genre];
