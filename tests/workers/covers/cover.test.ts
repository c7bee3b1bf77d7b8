import { expect, test } from "vitest";
import { COVER_KINDS, toCoverPath } from "#domain/cover.ts";
import { TestSite } from "#tests/workers/helpers/site.ts";
import { drawCover } from "#workers/covers/cover.ts";

const SEEDS = Array.from({ length: 40 }, (_, index) => Math.imul(index + 1, 2_654_435_761) >>> 0);

/** The elements and attributes of which a cover may consist: no scripts, styles, links, images, text or references. */
const ELEMENT = "svg|g|path|rect|circle|ellipse";
const ATTRIBUTE =
  "xmlns|viewBox|width|height|x|y|d|r|rx|ry|cx|cy|fill|stroke|stroke-width|stroke-linecap|stroke-dasharray|stroke-dashoffset|opacity|transform|fill-rule";
const OPENING = new RegExp(`<(?:${ELEMENT})(?: (?:${ATTRIBUTE})="[^"<>&]*")*(/?)>`, "g");
const CLOSING = new RegExp(`</(?:${ELEMENT})>`, "g");

test.each(COVER_KINDS)("every cover of %s is a picture of shapes and colours alone", (kind) => {
  for (const seed of SEEDS) {
    const svg = drawCover({ kind, seed, shape: "book" });
    const opened = [...svg.matchAll(OPENING)].filter(([, isEmpty]) => !isEmpty);
    expect(svg.replace(OPENING, "").replace(CLOSING, "").trim()).toBe("");
    expect(opened).toHaveLength(svg.match(CLOSING)?.length ?? 0);
    const values = svg.replace(/ xmlns="[^"]*"/, "").match(/"[^"]*"/g) ?? [];
    expect(values.filter((value) => /NaN|undefined|null|url|[:{}]/.test(value))).toEqual([]);
    const colours = [...svg.matchAll(/ (?:fill|stroke)="([^"]*)"/g)].map(([, colour = ""]) => colour);
    expect(colours.filter((colour) => !/^(#[0-9a-f]{6}|none)$/.test(colour))).toEqual([]);
  }
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
