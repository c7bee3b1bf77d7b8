import { existsSync, readdirSync } from "node:fs";

/** The names of the migrations in a folder, in their order; none if there is no such folder. */
export function listMigrations(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}
