import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGE_COLOURS } from "#app/ui/page-colours.ts";
import { inProject } from "#tools/paths.ts";
import { colour } from "#workers/covers/inks.ts";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height from the file itself; throws if it is no PNG. */
function sizeOfPng(path: string): string {
  const bytes = readFileSync(inProject(path));
  if (!bytes.subarray(0, 8).equals(PNG)) throw new Error(`${path} is no PNG.`);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

type Icon = { src: string; sizes: string; type: string; purpose?: string };
const manifest: { icons: Icon[] } = JSON.parse(
  readFileSync(inProject("public", "manifest.webmanifest"), "utf8"),
);

test("the app can be installed: it starts at home, in a window of its own", () => {
  expect(manifest).toMatchObject({
    name: "Talespark",
    short_name: "Talespark",
    start_url: "/home",
    scope: "/",
    display: "standalone",
  });
});

test("its icons have their declared sizes, 192 and 512, and one is maskable", () => {
  for (const { src, sizes } of manifest.icons) expect(sizeOfPng(`public${src}`)).toBe(sizes);
  expect(manifest.icons.map(({ sizes, type, purpose }) => [sizes, type, purpose])).toEqual([
    ["192x192", "image/png", undefined],
    ["512x512", "image/png", undefined],
    ["512x512", "image/png", "maskable"],
  ]);
});

test("the names of its icons have the hash of their content, so that they are cached for a year", () => {
  for (const { src } of manifest.icons) {
    const hash = createHash("sha256").update(readFileSync(inProject(`public${src}`)));
    expect(src).toMatch(new RegExp(`-${hash.digest("hex").slice(0, 8)}\\.png$`));
  }
});

test("the icon of an iPhone's home screen is there", () => {
  expect(sizeOfPng("app/ui/icons/apple-touch-icon.png")).toBe("180x180");
});

test.each(Object.entries(PAGE_COLOURS))(
  "the browser's bars around a page in %s have the page's colour",
  (theme, hex) => {
    const css = readFileSync(inProject("app", "ui", "themes.css"), "utf8");
    const block = css.slice(css.indexOf(`[data-theme="${theme}"] {`));
    const [, lightness, chroma, hue] = /--page: oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/.exec(block) ?? [];
    expect(colour(Number(lightness), Number(chroma), Number(hue))).toBe(hex);
  },
);
