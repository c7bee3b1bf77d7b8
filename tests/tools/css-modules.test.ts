import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { inProject } from "#tools/paths.ts";

const COMPOSED = /composes:[^;]* from "([^"]+)"/g;

/** The files to which a style refers; a data URL is not a reference. */
const FILE_URL = /url\((?!["']?data:)/;

it("a style that others compose refers to no file, because the build loses the file's name", async () => {
  const composed = new Set<string>();
  for await (const file of glob("app/**/*.module.css", { cwd: inProject() })) {
    for (const [, from = ""] of readFileSync(inProject(file), "utf8").matchAll(COMPOSED)) {
      composed.add(from.startsWith("#") ? from.slice(1) : path.join(path.dirname(file), from));
    }
  }

  expect(composed.size).toBeGreaterThan(0);
  for (const file of composed) expect(readFileSync(inProject(file), "utf8"), file).not.toMatch(FILE_URL);
});
