import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listSources, readSpecifiers } from "#tools/import-directions.ts";
import { inProject } from "#tools/paths.ts";
import ADVISORIES from "./advisories.json";

type Versions = Record<string, string>;
type Package = { dependencies: Versions; devDependencies: Versions; allowScripts: Record<string, boolean> };
type Locked = {
  version?: string;
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
};
type Lock = { packages: Record<string, Locked> };

const readJson = (...parts: string[]) => JSON.parse(readFileSync(inProject(...parts), "utf8"));
const project: Package = readJson("package.json");
const lock: Lock = readJson("package-lock.json");
/** What comes from the registry. */
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes("node_modules/") && !link,
);

/** The packages without a sum to check them by, and those that come from elsewhere. */
function listDoubtful(packages: typeof installed): string[] {
  return packages.flatMap(([path, { integrity, resolved = "" }]) =>
    integrity?.startsWith("sha512-") && !/^(?:git|file|http:)/u.test(resolved) ? [] : [path],
  );
}

/**
 * The first version of a package without any known advisory, for each major version that had one. From GitHub's advisory
 * database, checked on 22 November 2026 (docs/security.md, "Packages"). When a package is updated because of a new advisory,
 * it is added here, so that no copy of the old version comes back with another package.
 */
const WITHOUT_ADVISORIES: Record<string, string[]> = ADVISORIES;

/** Negative if `one` is the older version. Both have three numbers; a part after a hyphen is ignored. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split("-")[0]?.split(".").map(Number) ?? []);
  const at = [0, 1, 2].find((index) => a?.[index] !== b?.[index]) ?? 0;
  return (a?.[at] ?? 0) - (b?.[at] ?? 0);
}

it("a package of others is named with its exact version", () => {
  const wanted = { ...project.dependencies, ...project.devDependencies };

  expect(
    Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version)),
  ).toEqual([]);
});

it("a package of others has no version with an advisory that was known at the last check", () => {
  const copies = installed.map(([path, { version = "" }]) => ({
    name: path.replace(/^.*node_modules\//u, ""),
    version,
  }));
  const old = copies.filter(({ name, version }) =>
    WITHOUT_ADVISORIES[name]?.some(
      (since) => since.split(".")[0] === version.split(".")[0] && compareVersions(version, since) < 0,
    ),
  );

  expect(old).toEqual([]);
  // A package that is no longer installed must leave the list.
  const names = new Set(copies.map(({ name }) => name));
  expect(Object.keys(WITHOUT_ADVISORIES).filter((name) => !names.has(name))).toEqual([]);
});

it("a package of others is checked against its SHA-512, and comes from the registry", () => {
  expect(installed.length).toBeGreaterThan(400);
  // npm says neither of optional packages for other systems, which it does not install.
  const isSaid = ({ optional, integrity, resolved }: (typeof installed)[number][1]) =>
    !optional || (integrity ?? resolved) !== undefined;
  expect(listDoubtful(installed.filter(([, one]) => isSaid(one)))).toEqual([]);
});

it("a package of others of the local model is named, checked and fetched in the same way", () => {
  const { dependencies }: Package = readJson("packages", "local-model", "package.json");
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/u.test(version))).toEqual([]);
  const { "": _, ...others } = (readJson("packages", "local-model", "package-lock.json") as Lock).packages;
  expect(listDoubtful(Object.entries(others))).toEqual([]);
});

it("a package of others runs a program of its own while it is installed only if it is on the list", () => {
  const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = running.map(([path]) => path.replace(/^.*node_modules\//u, ""));

  expect(names.filter((name) => project.allowScripts[name] !== true)).toEqual([]);
});

/** The packages of the stack that was asked for. `@cloudflare/vitest-plugin` is the newer name of `@cloudflare/vitest-pool-workers`. */
const STACK = {
  "the code that runs": {
    packages: [
      "react",
      "react-dom",
      "react-router",
      "@react-router/cloudflare",
      "hono",
      "drizzle-orm",
      "workers-ai-provider",
      "ai",
      "arctic",
      "stripe",
      "valibot",
    ],
    listFiles: () => ["app", "durable-objects", "workers"].flatMap(listSources),
  },
  "the tests and tools": {
    packages: ["wrangler", "vitest", "@cloudflare/vitest-plugin", "playwright"],
    listFiles: () => ["tests", "tools"].flatMap(listSources).concat("vitest.config.ts"),
  },
};

it.each(Object.entries(STACK))(
  "the stack that was asked for is imported by %s, and not as types only",
  (_, { packages, listFiles }) => {
    const used = new Set(
      listFiles().flatMap((file) =>
        readSpecifiers(file, readFileSync(inProject(file), "utf8")).flatMap(({ specifier, typeOnly }) =>
          typeOnly ? [] : [toPackageName(specifier)],
        ),
      ),
    );

    expect(packages.filter((name) => !used.has(name))).toEqual([]);
  },
);

/** `react-dom/server` → `react-dom`, `@react-router/dev/vite` → `@react-router/dev`. */
function toPackageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
