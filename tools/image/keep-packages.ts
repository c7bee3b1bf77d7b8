import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { inProject } from "../paths.ts";
import { Refusal, runCommand } from "../refusal.ts";

/*
 * `node tools/image/keep-packages.ts NAME…`: removes from node_modules every package that these do not need. For the
 * container image, which has no use for the tools of development; it must not run in a checkout that is worked in.
 */

const names = v.optional(v.record(v.string(), v.string()), {});
const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      link: v.optional(v.boolean()),
      resolved: v.optional(v.string()),
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
    }),
  ),
});
type Packages = v.InferOutput<typeof lockSchema>["packages"];

await runCommand(async () => {
  const roots = process.argv.slice(2);
  if (roots.length === 0) throw new Refusal("Which packages? node tools/image/keep-packages.ts NAME…");
  const lock = readFileSync(inProject("package-lock.json"), "utf8");
  const { packages } = v.parse(lockSchema, JSON.parse(lock));
  const kept = new Set<string>();
  for (const root of roots) keep(packages, kept, "", root);
  for (const place of Object.keys(packages).filter((each) => each.includes("node_modules/"))) {
    // A package inside a kept one has a place of its own in the list.
    if (!kept.has(place) && ![...kept].some((other) => other.startsWith(`${place}/`)))
      rmSync(inProject(place), { recursive: true, force: true });
  }
  rmSync(inProject("node_modules", ".bin"), { recursive: true, force: true });
  process.stdout.write(`${kept.size} packages are left.\n`);
});

/** Keeps what a package at `from` means by a name, and everything that it needs in turn. */
function keep(packages: Packages, kept: Set<string>, from: string, name: string): void {
  const place = resolvePlace(packages, from, name);
  if (place === null || kept.has(place)) return;
  kept.add(place);
  const entry = packages[place];
  const target = entry?.link === true && entry.resolved !== undefined ? entry.resolved : place;
  const found = packages[target];
  for (const needed of Object.keys({
    ...found?.dependencies,
    ...found?.optionalDependencies,
    ...found?.peerDependencies,
  }))
    keep(packages, kept, target, needed);
}

/** Where Node finds a package: the nearest node_modules on the way up. Null if it is not installed. */
function resolvePlace(packages: Packages, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const place = path.posix.join(folder, "node_modules", name);
    if (
      packages[place] !== undefined &&
      existsSync(inProject(place)) &&
      readdirSync(inProject(place)).length > 0
    )
      return place;
    if (folder === "") return null;
  }
}
