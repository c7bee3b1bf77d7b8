import { expect, test } from "vitest";
import { COVER_KINDS } from "#domain/cover.ts";
import { drawCover } from "#workers/covers/cover.ts";

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
