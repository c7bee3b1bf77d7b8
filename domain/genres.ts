export const GENRES = [
  "Fantasy",
  "Science Fiction",
  "Mystery",
  "Romance",
  "Horror",
  "Adventure",
  "Historical Fiction",
  "Contemporary",
  "Thriller",
  "Western",
  "Dystopian",
  "Comedy",
  "Drama",
  "Open Genre",
] as const;
export type Genre = (typeof GENRES)[number];

/** Shown for a story that names no genre. */
export const DEFAULT_GENRE = "Adventure" satisfies Genre;
