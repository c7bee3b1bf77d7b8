import type { Figure } from "../figure.ts";
import type { Chance, Definitions } from "../pen.ts";

/** What a style draws with. */
export type Easel = { figure: Figure; chance: Chance; defs: Definitions };

/** Draws the whole picture of a figure, ground included, and returns the SVG inside of it. */
export type DrawStyle = (easel: Easel) => string;

/** Where a beard would grow. */
export const STUBBLE = "M-46 144C-30 170 -24 162 -4 159S30 168 46 142V212H-46Z";
export const PICTURE = "M-120 14H120V254H-120Z";
/** The right half of everything, which lies in shadow. */
export const SHADOW_SIDE = "M26 0H130V310H18C44 220 44 100 26 0Z";

/** Brings the shoulders up to where the neck ends. */
export function raise(clothes: string): string {
  return `<g transform="translate(0 -11)">${clothes}</g>`;
}

/** Hair as it is seen: under a hat, only what hangs below its brim. */
export function underHat({ figure, defs }: Easel, hair: string): string {
  return figure.hatSits ? defs.clip("M-130 86H130V310H-130Z", hair) : hair;
}
