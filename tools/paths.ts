import path from "node:path";

/** The folder of the project. The tools work from any current folder. */
export const PROJECT_ROOT = path.resolve(import.meta.dirname, "..");

/** An absolute path inside the project. */
export function inProject(...parts: string[]): string {
  return path.join(PROJECT_ROOT, ...parts);
}

/** The folder of Miniflare's data, the same as that of `wrangler dev --persist-to` and the Vite plugin. */
export function persistencePath(stateDir: string): string {
  return path.join(stateDir, "v3");
}
