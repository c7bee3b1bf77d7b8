import { expect, test } from "vitest";
import { COVER_KINDS, toCoverPath } from "#domain/cover.ts";
import { TestSite } from "#tests/workers/helpers/site.ts";
import { drawCover } from "#workers/covers/cover.ts";

const SEEDS = Array.from({ length: 40 }, (_, index) => Math.imul(index + 1, 2_654_435_761) >>> 0);

const SVG = "http://www.w3.org/2000/svg";
/** The elements of which a cover may consist: no scripts, styles, links, images, text or references. */
const ELEMENTS = new Set(["svg", "g", "path", "rect", "circle", "ellipse"]);
const ATTRIBUTE =
  /^(xmlns|viewBox|width|height|x|y|d|r|rx|ry|cx|cy|fill|stroke|stroke-width|stroke-linecap|stroke-dasharray|stroke-dashoffset|opacity|transform|fill-rule)$/;

const TAG = /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<>&]*")*)(\/?)>/g;

/** The elements of a document with their attributes. Fails if the document is not well-formed. */
function parse(svg: string): { name: string; attributes: [name: string, value: string][] }[] {
  const elements: ReturnType<typeof parse> = [];
  const open: string[] = [];
  expect(svg.replace(TAG, "").trim()).toBe("");
  for (const [, closes, name = "", attributes = "", isEmpty] of svg.matchAll(TAG)) {
    if (closes) {
      expect(open.pop()).toBe(name);
      continue;
    }
    const pairs = attributes.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g);
    elements.push({ name, attributes: [...pairs].map(([, key = "", value = ""]) => [key, value]) });
    if (!isEmpty) open.push(name);
  }
  expect(open).toEqual([]);
  return elements;
}

test.each(COVER_KINDS)("every cover of %s is a well-formed picture of shapes and colours alone", (kind) => {
  const covers = SEEDS.map((seed) => parse(drawCover({ kind, seed, shape: "book" })));
  const elements = new Set(covers.flat().map(({ name }) => name));
  const attributes = covers.flat().flatMap((element) => element.attributes);
  expect([...elements].filter((name) => !ELEMENTS.has(name))).toEqual([]);
  expect(attributes.filter(([name]) => !ATTRIBUTE.test(name))).toEqual([]);
  expect(
    attributes.filter(([, value]) => /NaN|undefined|null|url|[:{}]/.test(value.replace(SVG, ""))),
  ).toEqual([]);
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

test("a cover is a public picture, cached for a year, without scripts and cookies, also for signed-in people", async () => {
  const browser = await new TestSite().consented();
  const response = await browser.get(toCoverPath("mystery", "a story"));
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  );
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/s);
});

test.each([
  "/covers/mystery/none.svg",
  "/covers/__proto__/00000000-book.svg",
  "/covers/mystery/0000000-book.svg",
  "/covers/mystery/0000000G-book.svg",
  "/covers/mystery/00000000-poster.svg",
  "/covers/mystery/00000000-book.png",
  "/covers/poetry/00000000-book.svg",
  "/covers/mystery/00000000-book.svg/more.svg",
  "/covers/mystery/%3Cscript%3E-book.svg",
])("%s is no cover", async (path) => {
  const response = await new TestSite().fetch(path);
  expect(response.status).toBe(404);
  expect(response.headers.get("Cache-Control")).not.toContain("public");
  expect(await response.text()).toBe("Not found.\n");
});

test("the same story has the same address each time, and no two of a thousand share theirs", () => {
  const story = "01a1f7b1-29f3-7444-9287-14645fa35a5f";
  expect(toCoverPath("mystery", story)).toBe(toCoverPath("mystery", story));
  const paths = Array.from({ length: 1000 }, (_, index) => toCoverPath("mystery", `${story}${index}`));
  expect(new Set(paths).size).toBe(1000);
});

test("an address does not reveal the id from which it was made", () => {
  expect(toCoverPath("mystery", "01a1f7b1-29f3-7444-9287-14645fa35a5f")).toMatch(
    /^\/covers\/mystery\/[0-9a-f]{8}-book\.svg\?\d+$/,
  );
});
