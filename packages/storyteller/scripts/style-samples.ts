/*
 * `npm run portraits:samples`: one face in each art style, for the choice of a style in the create-character dialog. Writes
 * public/styles/*.webp; to be run again after a change of the drawings.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { drawPortrait } from "../src/portraits/draw.ts";
import { readPortraitOrder } from "../src/portraits/read-traits.ts";
import { renderPng } from "../src/portraits/render.ts";
import { STYLES } from "../src/portraits/traits.ts";

const FACE =
  "Name: Wren Halloran\nAppearance: A woman of 26 with short dark hair, olive skin and an olive oilskin jacket.";
const SEED = 7;
/** Twice what the dialog shows, as an arch of 116 to 146. */
const SIZE = { width: 232, height: 292 };

const folder = path.resolve("public/styles");
await mkdir(folder, { recursive: true });
for (const style of STYLES) {
  const { traits } = readPortraitOrder(`Style: ${style}\n${FACE}`, SEED);
  const png = await renderPng(drawPortrait(traits, style, SEED), 512);
  await sharp(png)
    .resize({ ...SIZE, fit: "cover" })
    .webp({ quality: 82 })
    .toFile(path.join(folder, `${style}.webp`));
}
