import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inProject } from "#tools/paths.ts";
import { listTrackedFiles } from "./tracked-files.ts";

/* Every path in backticks of a document exists, and every relative link leads somewhere. */

const TRACKED = listTrackedFiles();
const FILES = new Set(TRACKED);
const FOLDERS = new Set(TRACKED.flatMap(listFolders));
const DOCUMENTS = TRACKED.filter((file) => file.endsWith(".md"));

/** `app/` and `app/ui/` for `app/ui/button.tsx`. */
function listFolders(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`);
}

/**
 * The texts in backticks that look like a path: a folder of the project before a slash, or a file of a kind that it has. A text that
 * begins with a slash is an address of the product.
 */
function listQuotedPaths(text: string, folder: string): string[] {
  const quoted = [...text.matchAll(/`([\w.*-]+(?:\/[\w.*-]*)*)`/gu)].map(([, found = ""]) => found);
  return quoted.filter((found) => {
    const first = found.replace(/\/.*/u, "/");
    const isBelow = found.includes("/") && (FOLDERS.has(first) || FOLDERS.has(path.join(folder, first)));
    return isBelow || /\.(?:tsx?|css|md|toml|sql)$/u.test(found);
  });
}

/** A path may start at the root, at the document's folder or at any other: documents name a file by the end of its path. */
function isInTree(found: string, folder: string): boolean {
  if (found.includes("*")) return globSync(found, { cwd: inProject() }).length > 0;
  const withSlash = found.endsWith("/") ? found : `${found}/`;
  const candidates = [found, path.join(folder, found)];
  if (candidates.some((each) => FILES.has(each) || existsSync(inProject(each)))) return true;
  if (FOLDERS.has(withSlash) || FOLDERS.has(path.join(folder, withSlash))) return true;
  return TRACKED.some((file) => file.endsWith(`/${found}`) || file.includes(`/${withSlash}`));
}

/** The targets of links, without the part after `#`; links to other sites and within the document are left out. */
function listLinks(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^(?:[a-z]+:|#)/u.test(target))
    .map((target) => target.replace(/#.*/u, ""));
}

it.each(DOCUMENTS)("the paths and links of %s lead somewhere", (document) => {
  const folder = path.dirname(document);
  const text = readFileSync(inProject(document), "utf8");
  const missingPaths = listQuotedPaths(text, folder).filter((found) => !isInTree(found, folder));
  const missingLinks = listLinks(text).filter((target) => !existsSync(inProject(folder, target)));
  expect({ missingPaths, missingLinks }).toEqual({ missingPaths: [], missingLinks: [] });
});

it("a path that is not there is found", () => {
  const text =
    "`app/gone/`, `gone.ts`, `/home`, `users.tier`, `domain/errors.ts`, [x](gone.md), [y](https://x.example)";
  expect(listQuotedPaths(text, "docs").filter((found) => !isInTree(found, "docs"))).toEqual([
    "app/gone/",
    "gone.ts",
  ]);
  expect(listLinks(text)).toEqual(["gone.md"]);
});
