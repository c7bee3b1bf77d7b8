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
