import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** What a state folder has besides the state: it is made again at the next start. */
const NOT_STATE = /^(?:build|lock\.sqlite.*|processes\.json|wrangler\.toml|restore-unfinished)$/u;
/** Made by `npm run restore`. */
const SET_ASIDE = /^(?:\.restoring-|replaced-)/u;

/** The entries of a state folder that are state. Empty for a folder that was never used, or is not there. */
export function listStateEntries(stateDir: string): string[] {
  if (!existsSync(stateDir)) return [];
  return readdirSync(stateDir).filter((name) => !NOT_STATE.test(name) && !SET_ASIDE.test(name));
}

/** The files of the state, as paths from `stateDir`. SQLite makes its `-shm` files again from the others. */
export function listStateFiles(stateDir: string): string[] {
  return listStateEntries(stateDir)
    .flatMap((entry) => listFilesBelow(stateDir, entry))
    .filter((file) => !file.endsWith("-shm"));
}

/** Values of KV and R2: each is written once, under a name of its own, and then only deleted. */
export function isBlob(file: string): boolean {
  return file.includes(`${path.sep}blobs${path.sep}`);
}

/** A file, or all files below a folder, as paths from `root`. */
export function listFilesBelow(root: string, entry: string): string[] {
  const start = path.join(root, entry);
  const found = readdirSync(path.dirname(start), { withFileTypes: true }).find(
    ({ name }) => name === path.basename(start),
  );
  if (found === undefined) return [];
  if (!found.isDirectory()) return [entry];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((below) => !below.isDirectory())
    .map((below) => path.relative(root, path.join(below.parentPath, below.name)));
}
