import type { Figure } from "../figure.ts";
import { type Box, type Chance, type Definitions, group, round } from "../pen.ts";
import type { Traits } from "../traits.ts";

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

/** 1 for the left eye, −1 for the right one, which is the left one mirrored. What is not to be mirrored is multiplied by it. */
export type Side = 1 | -1;

/** Both eyes, each drawn around its own middle. `open`: how far, 1 is usual; `lower`: by how many units they sit lower. */
export function placeEyes(
  { figure }: Easel,
  draw: (side: Side) => string,
  { open = 1, lower = 0 } = {},
): string {
  const [left, right] = figure.face.eyes;
  const place = ({ x, y, scale }: typeof left, side: Side) =>
    group(draw(side), {
      transform: `translate(${round(x)} ${round(y + lower)}) scale(${(side * scale).toFixed(2)} ${(scale * open).toFixed(2)})`,
    });
  return place(left, 1) + place(right, -1);
}

/** Where the strokes of a headwear go: what hangs down to the shoulders needs more of them than what sits on top. */
export function headwearBox({ headwear }: Traits): Box {
  return headwear === "headscarf" || headwear === "hood" ? [-96, 26, 100, 262] : [-96, 4, 100, 112];
}
