/** What a passage is put together from. */
export type Part = "first" | "reaction" | "speech" | "turn" | "story" | "sense" | "event" | "hook";

/** Shapes of a passage: paragraphs of parts. Here something was done, and the world takes it. */
export const DEED_SHAPES: readonly (readonly Part[])[][] = [
  [["first"], ["reaction"], ["turn", "story", "hook"]],
  [["first"], ["reaction"], ["turn", "story"], ["hook"]],
  [["first", "sense"], ["reaction"], ["speech"], ["turn", "story", "hook"]],
  [["first"], ["reaction"], ["speech"], ["turn", "story", "hook"]],
];
/** Somebody was spoken to, and answers. */
export const TALK_SHAPES: readonly (readonly Part[])[][] = [
  [["first"], ["speech"], ["turn", "story", "hook"]],
  [["first"], ["speech"], ["turn", "story"], ["hook"]],
];
/** Nobody did anything: the story goes on by itself. */
export const OWN_SHAPES: readonly (readonly Part[])[][] = [
  [["first"], ["speech"], ["turn", "story", "hook"]],
  [["first"], ["story"], ["turn", "speech"], ["hook"]],
  [["first", "sense"], ["story"], ["speech"], ["turn", "hook"]],
];
/** After the story's end. */
export const EPILOGUE: readonly (readonly Part[])[] = [["first"], ["speech"], ["sense", "hook"]];
