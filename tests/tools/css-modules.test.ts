import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it, test } from "vitest";
import { BREAKPOINTS } from "#app/ui/media-queries.ts";
import { inProject } from "#tools/paths.ts";

const COMPOSED = /composes:\s*([^;]+?)(?: from "([^"]+)")?;/g;
const IMPORTED = /import (\w+) from "([^"]+\.module\.css)"/g;

/** The files to which a style refers; a data URL is not a reference. */
const COMMENT = /\/\*.*?\*\//gsu;
const FILE_URL = /url\((?!["']?data:)/;

/** The files of the app with such a name, and their texts. */
function readApp(names: string): { file: string; text: string }[] {
  const files = globSync(`app/**/${names}`, { cwd: inProject() });
  return files.map((file) => ({ file, text: readFileSync(inProject(file), "utf8") }));
}

function resolve(file: string, from: string): string {
  return from.startsWith("#") ? from.slice(1) : path.join(path.dirname(file), from);
}

/** Every use of `composes`: the classes, and the file that has them. */
const compositions = readApp("*.module.css").flatMap(({ file, text }) =>
  [...text.matchAll(COMPOSED)].map(([, names = "", from]) => ({
    file,
    names: names.split(/\s+/),
    source: from === undefined ? file : resolve(file, from),
  })),
);

it("a style that others compose refers to no file, because the build loses the file's name", () => {
  expect(compositions.length).toBeGreaterThan(0);
  for (const { source } of compositions) {
    expect(readFileSync(inProject(source), "utf8"), source).not.toMatch(FILE_URL);
  }
});

it("every composed class exists: the build leaves out an unknown one without an error", () => {
  for (const { file, names, source } of compositions) {
    for (const name of names) expect(hasClass(source, name), `${name} of ${source}, in ${file}`).toBe(true);
  }
});

it("every class that a component uses is in its style sheet", () => {
  const missing = readApp("*.tsx").flatMap(({ file, text }) =>
    [...text.matchAll(IMPORTED)].flatMap(([, styles = "", from = ""]) =>
      [...text.matchAll(new RegExp(`(?<![/.])\\b${styles}\\.(\\w+)`, "gu"))]
        .filter(([, name = ""]) => !hasClass(resolve(file, from), name))
        .map(([used]) => `${used} in ${file}`),
    ),
  );
  expect(missing).toEqual([]);
});

it("every class that is written as a word is one of the shared ones", () => {
  const sheets = ["base.css", "shared.css", "toast.css"].map((file) =>
    readFileSync(inProject("app", "ui", file), "utf8"),
  );
  const known = new Set([...sheets.join("").matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));
  const unknown = readApp("*.tsx").flatMap(({ file, text }) =>
    [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
      .flatMap(([, plain, template = ""]) => (plain ?? template.replace(/\$\{[^}]*\}/g, "")).split(/\s+/))
      .filter((name) => name !== "" && !known.has(name))
      .map((name) => `${name} in ${file}`),
  );
  expect(known.size).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
});

it("no line under a text is lost in WebKit, which draws none for a shorthand with a width, or beside two shadows", () => {
  const lost = readApp("*.css").flatMap(({ file, text }) =>
    (text.replace(COMMENT, "").match(/[^{}]+\{[^{}]*\}/gu) ?? [])
      .filter((rule) => /text-decoration[^;]*underline/u.test(rule))
      .filter((rule) => /text-decoration: underline \S/u.test(rule) || /text-shadow:[^;(]*,/u.test(rule))
      .map((rule) => `${rule.split("{")[0]?.trim()} in ${file}`),
  );
  expect(lost).toEqual([]);
});

function hasClass(sheet: string, name: string): boolean {
  return new RegExp(`\\.${name}\\b`, "u").test(readFileSync(inProject(sheet), "utf8"));
}

it("every text grows with the size that a person has chosen in the browser: none is in px", () => {
  const fixed = readApp("*.css").flatMap(({ file, text }) =>
    [...text.matchAll(/^\s*(?:font|font-size|line-height|--story-(?:size|base)):[^;]*\dpx[^;]*;/gmu)].map(
      ([rule]) => `${rule.trim()} in ${file}`,
    ),
  );
  expect(fixed).toEqual([]);
});

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
  const widths = readApp("*.css").flatMap(({ file, text }) =>
    listWidths(text).map((width) => ({ file, width })),
  );
  expect(widths.length).toBeGreaterThan(20);
  expect(widths.filter(({ width }) => !ALLOWED.has(width))).toEqual([]);
});
