import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BREAKPOINTS } from "#app/ui/breakpoints.ts";

const ALLOWED = new Set(
  BREAKPOINTS.flatMap((width) => [`min-width: ${width}px`, `max-width: ${width - 1}px`]),
);

/** The width conditions in the media queries of a style sheet. */
function listWidths(css: string): string[] {
  return [...css.matchAll(/@media[^{]*/g)].flatMap(([query]) =>
    [...query.matchAll(/\(([^()]*width[^()]*)\)/g)].map(([, condition = ""]) => condition.trim()),
  );
}

test("every width in a media query is one of the breakpoints", () => {
  const widths = globSync("app/**/*.css").flatMap((sheet) =>
    listWidths(readFileSync(sheet, "utf8")).map((width) => ({ sheet, width })),
  );
  expect(widths.length).toBeGreaterThan(20);
  expect(widths.filter(({ width }) => !ALLOWED.has(width))).toEqual([]);
});

test("a width of no breakpoint is found", () => {
  expect(listWidths("@media (scripting: none) and (max-width: 700px) { a {} }")).toEqual([
    "max-width: 700px",
  ]);
  expect(ALLOWED.has("max-width: 700px")).toBe(false);
});
