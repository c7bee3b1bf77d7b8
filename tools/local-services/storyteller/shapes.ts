/** What a passage is put together from. */
export type Part = "first" | "speech" | "story" | "sense" | "event" | "hook";

/** Shapes of a passage: paragraphs of parts. */
export const SHAPES: readonly (readonly Part[])[][] = [
  [["first"], ["speech"], ["story", "hook"]],
  [["first"], ["story"], ["speech", "hook"]],
  [["first", "sense"], ["story"], ["speech"], ["hook"]],
  [["first"], ["speech", "sense"], ["story"], ["hook"]],
];
/** Where somebody was spoken to. */
export const SPEECH_SHAPES: readonly (readonly Part[])[][] = [
  [["first"], ["speech"], ["story", "hook"]],
  [["first"], ["speech"], ["sense", "story"], ["hook"]],
];
/** After the story's end. */
export const EPILOGUE: readonly (readonly Part[])[] = [["first"], ["speech"], ["sense", "hook"]];
