import { createHash } from "node:crypto";

/**
 * The name of a class of a CSS module: its name in the file, then four characters for the file's text. The names of all classes
 * are in the scripts, and in the HTML at each element; Vite's own names have the number of the line too.
 */
export function nameCssClass(name: string, _file: string, css: string): string {
  return `${name}_${createHash("sha256").update(css).digest("base64url").slice(0, 4)}`;
}
