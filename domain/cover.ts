import { GENRE_SLUGS, type GenreSlug } from "./genres.ts";
import { hashFnv1a } from "./hash.ts";

/** What there are covers of: every genre, and the carousel's Musical Journeys. */
export type CoverKind = GenreSlug | "musical-journeys";
export const COVER_KINDS: readonly CoverKind[] = [...Object.values(GENRE_SLUGS), "musical-journeys"];

/** `book` stands on shelves, `plate` is less high and stands in the carousel. Widths and heights in units of the drawing. */
export const COVER_SHAPES = {
  book: { width: 300, height: 420 },
  plate: { width: 300, height: 340 },
} as const;
export type CoverShape = keyof typeof COVER_SHAPES;

/** Browsers cache a cover for ever: increase this when the drawings change. */
const COVER_EDITION = 2;

/** Where the cover of something is found. `of`: what it is drawn from, such as a story's id; the same gives the same cover. */
export function toCoverPath(kind: CoverKind, of: string, shape: CoverShape = "book"): string {
  return `/covers/${kind}/${hashSeed(of)}-${shape}.svg?${COVER_EDITION}`;
}

/** In hexadecimal: an address says nothing of the id that it was made from. */
function hashSeed(text: string): string {
  return hashFnv1a(text).toString(16).padStart(8, "0");
}
