import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readImports } from "#tools/import-directions.ts";
import { inProject } from "#tools/paths.ts";

/** All files of the project that a program loads, by their paths. */
function listLoaded(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const { to, typeOnly } of readImports(file, readSource(file))) {
    if (!typeOnly && to.endsWith(".ts")) listLoaded(to, loaded);
  }
  return loaded;
}

function readSource(file: string): string {
  return readFileSync(inProject(file), "utf8");
}

function importsPackage(file: string, name: string): boolean {
  return new RegExp(`^import (?!type )[^;]*from "${name}";`, "m").test(readSource(file));
}

/** Each takes more than 40 MB of memory. */
const HEAVY = {
  "tools/start.ts": ["wrangler", "miniflare", "vite"],
  "tools/server.ts": ["wrangler", "vite"],
};

it.each(Object.entries(HEAVY))(
  "%s, which runs as long as the product, loads none of %j",
  (program, packages) => {
    const loaded = [...listLoaded(program)];
    expect(loaded.length).toBeGreaterThan(5);
    for (const name of packages) {
      expect(
        loaded.filter((file) => importsPackage(file, name)),
        name,
      ).toEqual([]);
    }
  },
);

it("would find a package that one of its files loads", () => {
  const loaded = [...listLoaded("tools/prepare-server.ts")];
  expect(loaded.filter((file) => importsPackage(file, "wrangler"))).toContain("tools/migrate.ts");
});
