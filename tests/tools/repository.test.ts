import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import * as v from "valibot";
import { expect, it } from "vitest";
import { readImports, readSpecifiers } from "#tools/import-directions.ts";
import { inProject } from "#tools/paths.ts";
import { readEnvText, readSettings, SETTING_NAMES } from "#tools/settings.ts";
import { listTrackedFiles } from "./tracked-files.ts";

/* Files that say the same thing in two places. */

const versions = v.record(v.string(), v.string());
const packageSchema = v.object({ dependencies: versions, devDependencies: versions });

function read(...parts: string[]): string {
  return readFileSync(inProject(...parts), "utf8");
}

const manifest = v.parse(packageSchema, JSON.parse(read("package.json")));

it(".dev.vars.example has every setting once, with a value that is taken", () => {
  const lines = read(".dev.vars.example").match(/(?<=^# )[A-Z_]+=.*$/gmu) ?? [];
  expect(lines.map((line) => line.split("=")[0]).sort()).toEqual([...SETTING_NAMES].sort());
  expect(readSettings({}, parseEnv(lines.join("\n")))).toMatchObject({
    PORT: 5173,
    APP_ORIGIN: "https://talespark.example",
  });
});

it("the Node of .nvmrc and of the container image is the one that the tools run on", () => {
  const [major] = (manifest.devDependencies["node"] ?? "").split(".");
  expect(read(".nvmrc").trim()).toBe(major);
  const images = [...read("Dockerfile").matchAll(/^FROM node:(\d+)-/gmu)].map(([, version]) => version);
  expect(images).toEqual([major, major]);
});

it("the container image has every file and package that its commands load", () => {
  const copied = [...read("Dockerfile").matchAll(/^COPY --from=build (.*) \S+$/gmu)].flatMap(
    ([, paths = ""]) => paths.split(" ").map((each) => each.replace("/app/", "")),
  );
  const services = ["issuer", "stripe", "storyteller"].map((name) => `local-services/${name}/main`);
  const found = new Set(
    ["start", "server", "people", "backup", "restore", ...services].map((name) => `tools/${name}.ts`),
  );
  const missing: string[] = [];
  for (const file of found) {
    if (!copied.some((each) => file === each || file.startsWith(`${each}/`))) missing.push(file);
    const source = read(file);
    for (const { to, typeOnly } of readImports(file, source))
      if (!typeOnly && existsSync(inProject(to))) found.add(to);
    for (const { specifier, typeOnly } of readSpecifiers(file, source)) {
      const [name] = /^(?:@[^/]+\/)?[a-z][^/:]*(?=\/|$)/u.exec(specifier) ?? [];
      if (!typeOnly && name !== undefined && !(name in manifest.dependencies))
        missing.push(`${file}: ${name}`);
    }
  }
  expect(found.size).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

it("the container image has no settings of this machine, and the images beside it have a version", () => {
  expect(read(".dockerignore").split("\n")).toEqual(expect.arrayContaining([".env", ".env.*", ".dev.vars"]));
  const images = [...read("compose.yaml").matchAll(/^\s+image: (\S+)$/gmu)].map(([, image]) => image);
  expect(images.length).toBeGreaterThan(0);
  expect(images.filter((image) => !/:\d+\.\d+/u.test(image ?? ""))).toEqual([]);
});

it("the containers trust one proxy by default, and no range of addresses", () => {
  expect(/^\s+TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-(.*)\}$/mu.exec(read("compose.yaml"))?.[1]).toMatch(
    /^\d+\.\d+\.\d+\.\d+$/u,
  );
});

/** The date in a version such as 1.20260918.0. */
function toDate(version: string): string {
  const [, year, month, day] = /(\d{4})(\d{2})(\d{2})/u.exec(version) ?? [];
  return `${year}-${month}-${day}`;
}

it("the types of the runtime belong to the workerd that runs, and to its compatibility date", () => {
  const workerd = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(read("node_modules/workerd/package.json")),
  );
  const types = manifest.devDependencies["@cloudflare/workers-types"] ?? "";
  const date = /^compatibility_date = "(.*)"$/mu.exec(read("wrangler.toml"))?.[1] ?? "";
  expect(toDate(workerd.version)).toBe(date);
  expect(toDate(types)).toBe(date);
});

/* Every path in backticks of a document exists, and every relative link leads somewhere. */

const TRACKED = listTrackedFiles();
const DOCUMENTS = TRACKED.filter((file) => file.endsWith(".md"));
/** Every file and folder: `app`, `app/ui` and `app/ui/button.tsx`. */
const TREE = new Set(
  TRACKED.flatMap((file) => file.split("/").map((_, last, parts) => parts.slice(0, last + 1).join("/"))),
);

/**
 * The texts in backticks that look like a path: a folder of the project before a slash, or a file of a kind that it has. A text that
 * begins with a slash is an address of the product.
 */
function listQuotedPaths(text: string, folder: string): string[] {
  const quoted = [...text.matchAll(/`([\w.*-]+(?:\/[\w.*-]*)*)`/gu)].map(([, found = ""]) => found);
  return quoted.filter((found) => {
    const [first = ""] = found.split("/");
    const isBelow = found.includes("/") && (TREE.has(first) || TREE.has(path.join(folder, first)));
    return isBelow || /\.(?:tsx?|css|md|toml|sql)$/u.test(found);
  });
}

/** A path may start at the root, at the document's folder or at any other: documents name a file by the end of its path. */
function isInTree(found: string, folder: string): boolean {
  if (found.includes("*")) return globSync(found, { cwd: inProject() }).length > 0;
  if (existsSync(inProject(found)) || existsSync(inProject(folder, found))) return true;
  return [...TREE].some((each) => each.endsWith(`/${found.replace(/\/$/u, "")}`));
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

it("settings that were saved with a byte order mark are read, the first as well", () => {
  expect(readEnvText("\uFEFFPORT=5199\r\nHOST=127.0.0.1\r\n")).toEqual({ PORT: "5199", HOST: "127.0.0.1" });
});
