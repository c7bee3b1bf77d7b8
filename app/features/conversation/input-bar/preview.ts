import { countCharacters, truncateCharacters } from "#domain/text.ts";

/** The specification's length of what the closed bar shows of a text. */
const PREVIEW_CHARACTERS = 35;

/** The beginning of what was typed, `null` where there is nothing to show. */
export function toPreview(text: string): string | null {
  const line = text.trim().replace(/\s+/g, " ");
  if (line === "") return null;
  return countCharacters(line) > PREVIEW_CHARACTERS
    ? `${truncateCharacters(line, PREVIEW_CHARACTERS)}…`
    : line;
}
