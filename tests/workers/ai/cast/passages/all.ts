import { FRESH_PASSAGES } from "./fresh.ts";
import { LATE_PASSAGES } from "./late.ts";
import { MODERN_PASSAGES } from "./modern.ts";
import { TUNED_PASSAGES } from "./tuned.ts";
import { UNSEEN_PASSAGES } from "./unseen.ts";

/** Passages written after the finder, in this order; each file gives its first score. */
export const LATER_PASSAGES = [...UNSEEN_PASSAGES, ...FRESH_PASSAGES, ...MODERN_PASSAGES, ...LATE_PASSAGES];
export const ALL_PASSAGES = [...TUNED_PASSAGES, ...LATER_PASSAGES];
