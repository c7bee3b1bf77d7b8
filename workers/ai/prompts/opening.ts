import { TASK_MARKERS } from "./task-markers.ts";

/** Asks for the opening chapter. */
export const OPENING_REQUEST = `${TASK_MARKERS.opening}\nWrite the opening chapter: place, mood and trouble, and the player's character in the middle of it.`;
