import type { CSSProperties } from "react";
import type { Genre } from "#domain/genres.ts";
import { GENRE_SLUGS, type GenreSlug } from "#domain/genres.ts";

/** `Science Fiction` → `science-fiction`: how a genre is called in addresses and in the names of its colours. */
export function genreSlug(genre: Genre): GenreSlug {
  return GENRE_SLUGS[genre];
}

/** Sets `--hue` to the genre's own; used in badges, card edges and covers only. */
export function hueStyle(genre: Genre): CSSProperties {
  return { "--hue": `var(--hue-${genreSlug(genre)})` } as CSSProperties;
}
