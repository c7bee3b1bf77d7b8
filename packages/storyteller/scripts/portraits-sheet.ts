/*
 * `npm run portraits:sheet -- FILE.png`: twelve characters, described as people describe them, in all six styles on one
 * sheet, to be looked at after a change. FILE is `.cache/portraits-sheet.png` without one.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { drawPortrait } from "../src/portraits/draw.ts";
import { readPortraitOrder } from "../src/portraits/read-traits.ts";
import { renderPng } from "../src/portraits/render.ts";
import { STYLES } from "../src/portraits/traits.ts";

const PEOPLE: readonly (readonly [name: string, appearance: string])[] = [
  [
    "Mara Voss",
    "An old woman with a grey bob and pale skin, in a woollen cap and a navy jumper. She does not smile much.",
  ],
  ["Ilse Brandt", "A cheerful woman of 34, brown hair in a bun, round glasses, a green blouse."],
  [
    "Tobiah Renn",
    "A tall man with dark brown skin and a black moustache, no beard; a brown hat, a brown suit.",
  ],
  [
    "Sunniva Okafor",
    "A young Nigerian engineer with an afro, a wide smile and gold earrings, in orange overalls.",
  ],
  ["Gus", "Bald, with a big red beard, in a purple jacket and a bow tie. He is stout and jolly."],
  ["Queen Aurelie", "A young queen with long auburn hair and green eyes."],
  ["Captain Adila Roe", "She wears a teal headscarf and a navy coat; olive skin, amber eyes."],
  ["Orsino the Grey", "An ancient wizard: a long white beard, long white hair, a blue robe, blue eyes."],
  ["Pip", "A freckled girl of nine with red braids and green eyes, in a green tunic. She is grinning."],
  [
    "Jonah Creed",
    "Stern, with spiky black hair, an eye patch, stubble and a scar, in a black leather jacket.",
  ],
  ["Lirael", "An elf with silver hair down to the waist, violet eyes and teal armour."],
  ["Grom", "A goblin with green skin, a pink mohawk and sunglasses, in a yellow t-shirt, laughing."],
];
const CELL = 384; // pixels
const SEED = 1;

const cells: string[] = [];
for (const [row, [name, appearance]] of PEOPLE.entries()) {
  for (const [column, style] of STYLES.entries()) {
    const { traits } = readPortraitOrder(`Style: ${style}\nName: ${name}\nAppearance: ${appearance}`, SEED);
    const png = await renderPng(drawPortrait(traits, style, SEED), CELL);
    cells.push(
      `<image x="${column * CELL}" y="${row * CELL}" width="${CELL}" height="${CELL}" href="data:image/png;base64,${png.toString("base64")}"/>`,
    );
  }
}
const [width, height] = [STYLES.length * CELL, PEOPLE.length * CELL];
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${cells.join("")}</svg>`;
const file = path.resolve(process.argv[2] ?? ".cache/portraits-sheet.png");
await mkdir(path.dirname(file), { recursive: true });
await writeFile(file, await renderPng(sheet, width));
process.stdout.write(`${file}\n`);
