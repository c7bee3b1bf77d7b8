import { expect, test } from "vitest";
import { COVER_KINDS, type CoverKind } from "#domain/cover.ts";
import { drawCover } from "#workers/covers/cover.ts";
import { colour } from "#workers/covers/inks.ts";
import { MOTIFS } from "#workers/covers/motifs/index.ts";

const SEEDS = Array.from({ length: 40 }, (_, index) => Math.imul(index + 1, 2_654_435_761) >>> 0);

const SVG = "http://www.w3.org/2000/svg";
/** The elements of which a cover may consist: no scripts, styles, links, images, text or references. */
const ELEMENTS = new Set(["svg", "g", "path", "rect", "circle", "ellipse"]);
const ATTRIBUTE =
  /^(xmlns|viewBox|width|height|x|y|d|r|rx|ry|cx|cy|fill|stroke|stroke-width|stroke-linecap|stroke-dasharray|stroke-dashoffset|opacity|transform|fill-rule)$/;

/** The elements of a document with their attributes. Throws if the document is not well-formed. */
function parse(svg: string): { name: string; attributes: [name: string, value: string][] }[] {
  const elements: { name: string; attributes: [string, string][] }[] = [];
  const open: string[] = [];
  let at = 0;
  const tag = /\s*(?:<\/([a-z]+)>|<([a-z]+)((?: [a-zA-Z-]+="[^"<>&]*")*)(\/?)>)/y;
  while (at < svg.length) {
    tag.lastIndex = at;
    const found = tag.exec(svg);
    if (found === null) throw new Error(`Not well-formed: ${svg.slice(at, at + 80)}`);
    const [all, closed, name = "", attributes = "", empty] = found;
    at += all.length;
    if (closed !== undefined) {
      if (open.pop() !== closed) throw new Error(`Not closed before </${closed}>`);
      continue;
    }
    const pairs = Array.from(attributes.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g));
    elements.push({ name, attributes: pairs.map(([, key = "", value = ""]) => [key, value]) });
    if (empty !== "/") open.push(name);
  }
  if (open.length > 0) throw new Error(`Never closed: ${open.join(", ")}`);
  return elements;
}

test.each(COVER_KINDS)("every cover of %s is a well-formed picture of shapes and colours alone", (kind) => {
  const covers = SEEDS.map((seed) => parse(drawCover({ kind, seed, shape: "book" })));
  const elements = new Set(covers.flat().map(({ name }) => name));
  const attributes = covers.flat().flatMap((element) => element.attributes);
  expect([...elements].filter((name) => !ELEMENTS.has(name))).toEqual([]);
  expect(attributes.filter(([name]) => !ATTRIBUTE.test(name))).toEqual([]);
  expect(attributes.filter(([, value]) => /NaN|undefined|null|url|:/.test(value.replace(SVG, "")))).toEqual(
    [],
  );
  expect(
    attributes.filter(
      ([name, value]) => /^(fill|stroke)$/.test(name) && !/^(#[0-9a-f]{6}|none)$/.test(value),
    ),
  ).toEqual([]);
});

test("the same seed draws the same cover, and another seed another one", () => {
  const draw = (seed: number) => drawCover({ kind: "fantasy", seed, shape: "book" });
  expect(draw(7)).toBe(draw(7));
  expect(draw(7)).not.toBe(draw(8));
});

test.each(COVER_KINDS)(
  "fifty stories of %s have fifty covers, of two motifs and three hours at least",
  (kind) => {
    const covers = Array.from({ length: 50 }, (_, seed) =>
      drawCover({ kind, seed: seed * 7919, shape: "book" }),
    );
    expect(new Set(covers).size).toBe(50);
    expect(MOTIFS[kind].length).toBeGreaterThanOrEqual(2);
    // The first colour of a cover is its sky: its lightness shows the time of day.
    const skies = covers.map((cover) => /fill="#([0-9a-f]{2})/.exec(cover)?.[1] ?? "");
    expect(new Set(skies.map((red) => Math.floor(Number.parseInt(red, 16) / 64))).size).toBeGreaterThan(1);
  },
);

test("a plate is a less high cut of the same field", () => {
  const cover = { kind: "horror" as CoverKind, seed: 5 };
  expect(drawCover({ ...cover, shape: "book" })).toContain('viewBox="0 0 300 420"');
  expect(drawCover({ ...cover, shape: "plate" })).toContain('viewBox="0 40 300 340"');
});

test("a cover is small", () => {
  const sizes = COVER_KINDS.flatMap((kind) =>
    SEEDS.map((seed) => drawCover({ kind, seed, shape: "book" }).length),
  );
  expect(Math.max(...sizes)).toBeLessThan(24_000);
});

test.each([
  [0, 0, 0, "#000000"],
  [1, 0, 0, "#ffffff"],
  [0.627955, 0.257704, 29.2339, "#ff0000"],
  [0.519752, 0.176858, 142.4953, "#008000"],
  [0.9, 0.4, 150, "#00ff00"],
])("oklch(%d %d %d) is %s on a screen", (lightness, chroma, hue, hex) => {
  expect(colour(lightness, chroma, hue)).toBe(hex);
});
