import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright";
import { findBrowser } from "#tests/harness/browser.ts";
import { inProject } from "./paths.ts";

/*
 * `npm run icons`: makes the icons for home screens from public/favicon.svg, in public/icons/. The icons are committed;
 * run it again when the drawing of Booky changes.
 */

const NIGHT = "#161b38";
const PAPER = "#f0ebe0";
const SPARK = "#f5b34d";

/** `share`: how much of the width Booky takes. Only the middle 80 % of a maskable icon are always visible. */
const ICONS = [
  { file: "icon-192.png", size: 192, share: 0.66, radius: 0.22 },
  { file: "icon-512.png", size: 512, share: 0.66, radius: 0.22 },
  { file: "maskable-512.png", size: 512, share: 0.5, radius: 0 },
  { file: "apple-touch-icon.png", size: 180, share: 0.62, radius: 0 },
];

type Icon = (typeof ICONS)[number];

async function main(): Promise<void> {
  const folder = inProject("public", "icons");
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch((await findBrowser()) ?? {});
  const page = await browser.newPage({ viewport: { width: 600, height: 600 } });
  for (const icon of ICONS) {
    await page.setContent(`<body style="margin:0">${draw(icon)}`);
    const clip = { x: 0, y: 0, width: icon.size, height: icon.size };
    writeFileSync(`${folder}/${icon.file}`, await page.screenshot({ clip, omitBackground: true }));
  }
  await browser.close();
}

function draw({ size, share, radius }: Icon): string {
  const inks = `<style>.body { fill: ${PAPER}; stroke: ${PAPER} } .spark { fill: ${SPARK}; stroke: ${SPARK} }</style>`;
  const width = size * share;
  const booky = readFileSync(inProject("public", "favicon.svg"), "utf8")
    .replace(/<style>.*?<\/style>/s, inks)
    .replace(
      "<svg ",
      `<svg x="${(size - width) / 2}" y="${(size - width) / 2}" width="${width}" height="${width}" `,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" style="display:block">
    <rect width="${size}" height="${size}" rx="${size * radius}" fill="${NIGHT}"/>${booky}</svg>`;
}

await main();
