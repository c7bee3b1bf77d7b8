import { GENRES } from "./genres.ts";

/**
 * How long what a person says of a new story may be, in visible characters. In a file of their own, so that a page that only
 * counts does not load the schemas.
 */
export const CHARACTER_MIN = 3;
export const CHARACTER_MAX = 200;
export const STORY_DESCRIPTION_MIN = 10;
export const STORY_DESCRIPTION_MAX = 1500;

/** The demo offers the genres that have a name of their own. */
export const DEMO_GENRES = GENRES.filter((genre) => genre !== "Open Genre");
