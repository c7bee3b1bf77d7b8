/** The art styles of a portrait, in the order in which they are offered. */
export const ART_STYLES = [
  "realistic",
  "anime",
  "digital-art",
  "oil-painting",
  "watercolor",
  "sketch",
] as const;
export type ArtStyle = (typeof ART_STYLES)[number];

/** What a portrait may be stored and served as. */
export const PORTRAIT_MEDIA_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type PortraitMediaType = (typeof PORTRAIT_MEDIA_TYPES)[number];

/** Width and height of a requested portrait, in pixels. */
export const PORTRAIT_SIZE = 512;

/** Width and height of a portrait in lists. */
export const THUMBNAIL_SIZE = 128;

/** What the keys of all portraits of a character begin with. */
export function toPortraitPrefix(characterId: string): string {
  return `portraits/${characterId}/`;
}
