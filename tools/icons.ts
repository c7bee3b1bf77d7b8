import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { chromium } from "playwright";
import { findBrowser } from "#tests/harness/browser.ts";
import { inProject } from "./paths.ts";

/*
 * `npm run icons`: makes the icons for home screens from app/ui/icons/favicon.svg. The build gives the one of iPhones its
 * address; those of the manifest have the hash of their content in their names, in public/icons/, and the manifest is
 * rewritten. The icons are committed; run it again when the drawing of Booky changes.
 */

const DRAWING = inProject("app", "ui", "icons", "favicon.svg");
const PUBLIC_FOLDER = inProject("public", "icons");
const MANIFEST = inProject("public", "manifest.webmanifest");

const NIGHT = "#161b38";
const PAPER = "#f0ebe0";
const SPARK = "#f5b34d";

const APPLE = "apple-touch-icon";

/** `share`: how much of the width Booky takes. Only the middle 80 % of a maskable icon are always visible. */
const ICONS = [
  { name: "icon-192", size: 192, share: 0.66, radius: 0.22 },
  { name: "icon-512", size: 512, share: 0.66, radius: 0.22 },
  { name: "maskable-512", size: 512, share: 0.5, radius: 0 },
  { name: APPLE, size: 180, share: 0.62, radius: 0 },
];

type Icon = (typeof ICONS)[number];

async function main(): Promise<void> {
  rmSync(PUBLIC_FOLDER, { recursive: true, force: true });
  mkdirSync(PUBLIC_FOLDER, { recursive: true });
  const browser = await chromium.launch((await findBrowser()) ?? {});
  const page = await browser.newPage({ viewport: { width: 600, height: 600 } });
  for (const icon of ICONS) {
    await page.setContent(`<body style="margin:0">${draw(icon)}`);
    const clip = { x: 0, y: 0, width: icon.size, height: icon.size };
    store(icon.name, await page.screenshot({ clip, omitBackground: true }));
  }
  await browser.close();
}

function store(name: string, png: Buffer): void {
  if (name === APPLE) {
    writeFileSync(inProject("app", "ui", "icons", `${name}.png`), png);
    return;
  }
  const file = `${name}-${createHash("sha256").update(png).digest("hex").slice(0, 8)}.png`;
  writeFileSync(`${PUBLIC_FOLDER}/${file}`, png);
  const manifest = readFileSync(MANIFEST, "utf8");
  writeFileSync(MANIFEST, manifest.replace(new RegExp(`/icons/${name}-[0-9a-f]{8}\\.png`), `/icons/${file}`));
}

function draw({ size, share, radius }: Icon): string {
  const inks = `<style>.body { fill: ${PAPER}; stroke: ${PAPER} } .spark { fill: ${SPARK}; stroke: ${SPARK} }</style>`;
  const width = size * share;
  const booky = readFileSync(DRAWING, "utf8")
    .replace(/<style>.*?<\/style>/s, inks)
    .replace(
      "<svg ",
      `<svg x="${(size - width) / 2}" y="${(size - width) / 2}" width="${width}" height="${width}" `,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" style="display:block">
    <rect width="${size}" height="${size}" rx="${size * radius}" fill="${NIGHT}"/>${booky}</svg>`;
}

await main();
