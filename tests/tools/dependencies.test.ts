import { readFileSync } from "node:fs";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { inProject } from "#tools/paths.ts";

const versions = v.optional(v.record(v.string(), v.string()), {});
const packageSchema = v.object({
  dependencies: versions,
  devDependencies: versions,
  allowScripts: v.record(v.string(), v.boolean()),
});
const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      link: v.optional(v.boolean(), false),
      resolved: v.optional(v.string()),
      integrity: v.optional(v.string()),
      hasInstallScript: v.optional(v.boolean(), false),
      optional: v.optional(v.boolean(), false),
    }),
  ),
});

const project = v.parse(packageSchema, JSON.parse(readFileSync(inProject("package.json"), "utf8")));
const lock = v.parse(lockSchema, JSON.parse(readFileSync(inProject("package-lock.json"), "utf8")));
/** What comes from the registry. */
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes("node_modules/") && !link,
);

describe("a package of others", () => {
  it("is named with its exact version", () => {
    const wanted = { ...project.dependencies, ...project.devDependencies };

    expect(
      Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version)),
    ).toEqual([]);
  });

  it("is checked against its SHA-512, and comes from the registry", () => {
    expect(installed.length).toBeGreaterThan(400);
    // npm leaves out the sums of optional packages for other systems, which it does not install.
    const unchecked = installed.filter(
      ([, { integrity, optional }]) => !optional && !integrity?.startsWith("sha512-"),
    );
    expect(unchecked.map(([path]) => path)).toEqual([]);
    const elsewhere = installed.filter(([, { resolved = "" }]) => /^(?:git|file|http:)/u.test(resolved));
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  });

  it("runs a program of its own while it is installed only if it is on the list", () => {
    const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = running.map(([path]) => path.replace(/^.*node_modules\//u, ""));

    expect(names.filter((name) => project.allowScripts[name] !== true)).toEqual([]);
  });
});
