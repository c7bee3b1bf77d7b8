import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inProject } from "#tools/paths.ts";

/*
 * Checks docs/architecture.md against the tree: every path that it names exists, and its layout names every folder down
 * to the third level. The paths of other documents are checked as well.
 */

const TREE = [
  "*.*",
  "{app,docs,domain,durable-objects,migrations,packages,public,tests,tools,workers}/**/*",
].flatMap((pattern) => globSync(pattern, { cwd: inProject(), exclude: ["**/node_modules/**"] }));
const FOLDERS = new Set(TREE.flatMap(listFolders));
const PATHS = new Set([...TREE, ...FOLDERS]);

/** Folders whose insides follow from something else: from what is tested, or from what generates them. */

/** Files that the reader of a document makes. */
const MADE_BY_COMMANDS = new Set(["users-before.json"]);

/** `app/` and `app/ui/` for `app/ui/button.tsx`. */
function listFolders(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`);
}

/** The paths in backquotes. A path that begins with a slash is an address of the product. */
function listQuotedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([\w.*-]+(?:\/[\w.*-]*)*)`/g)].map(([, path = ""]) => path);
  return quoted.filter(
    (path) => FOLDERS.has(path.replace(/\/.*/, "/")) || /\.(tsx?|css|md|json|toml)$/.test(path),
  );
}

/** Text may name a file by the end of its path. */
function isInTree(path: string): boolean {
  if (path.includes("*")) return globSync(path, { cwd: inProject() }).length > 0;
  return PATHS.has(path) || [...PATHS].some((known) => known.endsWith(`/${path}`));
}

/**
 * The paths of the layout. A line with a small indent is an entry: one or more names, then a description, which other
 * lines continue. A path in the description is relative to the entry, to its folder or to the root.
 */
function readLayout(block: string): { named: Set<string>; missing: string[] } {
  const named = new Set<string>();
  const missing: string[] = [];
  const parents: string[] = [];
  let entries: string[] = [];
  for (const line of block.split("\n")) {
    const [names = ""] = /^ {0,6}[\w.-]+\/?(?: {1,2}[\w.-]+(?:\/|\.tsx?))*(?= {2}|$)/.exec(line) ?? [];
    if (names !== "") {
      parents.length = names.search(/\S/) / 2;
      entries = names
        .trim()
        .split(/ +/)
        .map((name) => parents.join("") + name);
      parents.push(names.trim());
    }
    const said = line.slice(names.length).matchAll(/(?<![\w/.{}-])[\w-]+(?:\/[\w.-]+)*(?:\/|\.(?:tsx?|md))/g);
    const above = parents.slice(0, -1).join("");
    const found = [
      ...(names === "" ? [] : entries.map((entry) => [entry])),
      ...[...said].map(([path]) => [...entries.map((entry) => entry + path), above + path, path]),
    ];
    for (const candidates of found) {
      const path = candidates.find((candidate) => PATHS.has(candidate));
      if (path === undefined) missing.push(candidates[0] ?? "");
      else for (const each of [path, ...listFolders(path)]) named.add(each);
    }
  }
  return { named, missing };
}

const document = readFileSync(inProject("docs/architecture.md"), "utf8");
const layout = readLayout(/## Layout\n\n```\n([\s\S]*?)```/.exec(document)?.[1] ?? "");

it("every path that the description of the architecture names exists", () => {
  const quoted = listQuotedPaths(document);
  expect(quoted.length).toBeGreaterThan(60);
  expect(quoted.filter((path) => !isInTree(path))).toEqual([]);
  expect(layout.missing).toEqual([]);
});

it.each(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/operations.md", "docs/self-hosting.md"])(
  "every path that %s names exists",
  (file) => {
    const quoted = listQuotedPaths(readFileSync(inProject(file), "utf8"));
    expect(quoted.filter((path) => !isInTree(path) && !MADE_BY_COMMANDS.has(path))).toEqual([]);
  },
);

it("a path that is not there is found in the prose and in the layout", () => {
  const prose = listQuotedPaths(
    "`app/gone/` and `gone.ts` and `/home` and `users.tier` and `domain/errors.ts`",
  );
  expect(prose.filter((path) => !isInTree(path))).toEqual(["app/gone/", "gone.ts"]);
  const { named, missing } = readLayout(
    "app/       React\n  ui/  gone/    controls: button.tsx,\n             old.tsx",
  );
  expect(missing).toEqual(["app/gone/", "app/ui/old.tsx"]);
  expect([...named]).toEqual(["app/", "app/ui/", "app/ui/button.tsx"]);
});
