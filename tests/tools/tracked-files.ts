import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { inProject } from "#tools/paths.ts";

/** The files of the repository, without those that are deleted but not committed yet. */
export function listTrackedFiles(): string[] {
  const list = execFileSync("git", ["ls-files", "-z"], { cwd: inProject(), encoding: "utf8" });
  return list.split("\0").filter((file) => file !== "" && existsSync(inProject(file)));
}
