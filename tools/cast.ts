import { readFileSync } from "node:fs";
import { findCharacters } from "#workers/ai/cast/find-characters.ts";
import { Refusal, runCommand } from "./refusal.ts";

/** `npm run cast -- FILE`: the characters that are found in a text without a model, as JSON on stdout. */
await runCommand(async () => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Refusal("Name a text file: npm run cast -- FILE");
  const found = findCharacters(readText(file));
  const cast = found.map(({ name, aliases, mentions, positions }) => ({
    name,
    aliases,
    mentions,
    positions,
  }));
  process.stdout.write(`${JSON.stringify(cast)}\n`);
});

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new Refusal(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
