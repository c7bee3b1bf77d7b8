import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { copyBuild, WRANGLER_DEV_CONFIG } from "#tools/production-build.ts";

function aBuild(): { build: string; copy: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "talespark-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const build = path.join(folder, "build");
  mkdirSync(path.join(build, "server"), { recursive: true });
  return { build, copy: path.join(folder, "copy") };
}

function write(folder: string, names: string[]): void {
  for (const name of names) writeFileSync(path.join(folder, name), name);
}

function listNames(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

it("a server's copy of the build has nothing with settings of the developer's machine", async () => {
  const { build, copy } = aBuild();
  write(build, [".inputs", "server/index.js", "server/wrangler.json"]);
  write(build, ["server/.dev.vars", `server/${WRANGLER_DEV_CONFIG}`]);

  await copyBuild(build, copy);

  expect(listNames(copy).sort()).toEqual([".inputs", "index.js", "wrangler.json"]);
});

it("copies again after a copy that was interrupted", async () => {
  const { build, copy } = aBuild();
  write(build, [".inputs", "server/index.js"]);
  mkdirSync(path.join(copy, "server"), { recursive: true });
  write(copy, ["server/other.js"]);

  await copyBuild(build, copy);

  expect(listNames(copy).sort()).toEqual([".inputs", "index.js"]);
});

it("a build that was interrupted is not served", async () => {
  const { build, copy } = aBuild();
  write(build, ["server/index.js"]);

  await expect(copyBuild(build, copy)).rejects.toThrow("has no finished build");
});
